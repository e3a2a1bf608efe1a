// The README's sessions: every command runs, and prints what the README shows.

#include <filesystem>
#include <regex>

#include <catch2/catch.hpp>

#include "base/text_file.h"
#include "cli/console.h"
#include "support/program.h"

namespace fiberloom::testing {
namespace {

/// A folder like the repository's root as far as the sessions use it.
void link_sources(const TemporaryFolder& folder) {
  for (const char* name : {"graphs", "configs", "datasets"}) {
    std::filesystem::create_directory_symlink(source_path(name), folder.path(name));
  }
}

}  // namespace

TEST_CASE("every session of the README runs and prints what it shows", "[cli]") {
  const TemporaryFolder folder;
  link_sources(folder);
  const auto blocks = console_blocks(read_text_file(source_path("README.md")));
  CHECK(blocks.size() > 5);
  for (const ConsoleBlock& block : blocks) {
    const auto ran = run_console(block, folder.path(""));
    for (size_t k = 0; k < ran.size(); ++k) {
      INFO("$ " << ran[k].command << "\n"
                << ran[k].output << "the README shows:\n"
                << block.commands[k].output);
      CHECK(output_fits(block.commands[k].output, ran[k].output));
    }
  }
}

TEST_CASE("write the outputs of the README's sessions", "[.readme]") {
  const TemporaryFolder folder;
  link_sources(folder);
  std::string document = read_text_file(source_path("README.md"));
  std::string text;
  size_t copied = 0;
  for (const ConsoleBlock& block : console_blocks(document)) {
    text += document.substr(copied, block.begin - copied);
    const auto ran = run_console(block, folder.path(""));
    for (size_t k = 0; k < ran.size(); ++k) {
      // What still fits stays, with its "..." and the seconds of whoever wrote it.
      const std::string& shown = block.commands[k].output;
      text += "$ " + ran[k].command + "\n" +
              (output_fits(shown, ran[k].output) ? shown : ran[k].output);
    }
    copied = block.end;
  }
  write_text_file(source_path("README.md"), text + document.substr(copied));
}

TEST_CASE("make demo runs what the README opens with", "[cli]") {
  const std::string makefile =
      std::regex_replace(read_text_file(source_path("Makefile")), std::regex(R"(\\\n\s*)"), "");
  const auto blocks = console_blocks(read_text_file(source_path("README.md")));
  REQUIRE(!blocks.empty());
  const std::string command =
      std::regex_replace(blocks[0].commands.at(0).command, std::regex(R"(\\\n\s*)"), "");
  INFO(command);
  CHECK(makefile.find("--target fiberloom\n\tbuild/release/" + command + "\n") !=
        std::string::npos);
}

TEST_CASE("an output fits what a document shows but for the host's times and what ... leaves out",
          "[cli]") {
  const std::string output = "a\ntokens 7 in 0.023 s on the host, 23.0 M tokens/s\nb\nc\n";
  CHECK(output_fits(output, output));
  CHECK(output_fits("a\ntokens 7 in 9.1 s on the host, 0.1 M tokens/s\nb\nc\n", output));
  CHECK_FALSE(output_fits("a\ntokens 8 in 9.1 s on the host, 0.1 M tokens/s\nb\nc\n", output));
  CHECK(output_fits("a\n...\nc\n", output));
  CHECK(output_fits("...\n", output));
  CHECK_FALSE(output_fits("a\n...\nd\n", output));
  CHECK_FALSE(output_fits("a\n", output));
}

}  // namespace fiberloom::testing
