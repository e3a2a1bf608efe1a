#include "cli/console.h"

#include <filesystem>
#include <regex>
#include <span>
#include <sstream>
#include <stdexcept>

#include "base/subprocess.h"

namespace fiberloom::testing {
namespace {

constexpr const char* kFence = "```";
constexpr const char* kConsole = "```console\n";
constexpr const char* kPrompt = "$ ";
constexpr const char* kStatus = "echo $?";
/// Printed between the outputs of two commands; no output holds it.
constexpr char kSeparator = '\036';

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// What a command's last line is, where it goes on after this one: of a text (<<'END'), "END".
std::string here_document_end(const std::string& line) {
  static const std::regex kHere(R"(<<'(\w+)')");
  std::smatch match;
  return std::regex_search(line, match, kHere) ? match[1].str() : "";
}

std::vector<ConsoleCommand> commands_of(const std::string& text) {
  std::vector<ConsoleCommand> commands;
  std::string until;
  bool goes_on = false;
  for (const std::string& line : lines_of(text)) {
    if (goes_on || !until.empty()) {
      commands.back().command += "\n" + line;
      until = line == until ? "" : until;
    } else if (line.starts_with(kPrompt)) {
      commands.push_back({line.substr(2), ""});
      until = here_document_end(line);
    } else if (commands.empty()) {
      throw std::runtime_error("a console block starts without a command: " + line);
    } else {
      commands.back().output += line + "\n";
      continue;
    }
    goes_on = line.ends_with('\\');
  }
  return commands;
}

/// What depends on the host alone.
std::string mask(const std::string& line) {
  static const std::regex kSpeed(R"([0-9.]+ s on the host, [0-9.]+ M tokens/s)");
  static const std::regex kSeconds(R"re(("(load|wall|pack)_seconds": )[-+0-9.e]+)re");
  static const std::regex kPacked(R"((packed anew from \w+ in )[0-9.]+ [mun]?s)");
  const std::string timed = std::regex_replace(line, kPacked, "$1HOST");
  return std::regex_replace(std::regex_replace(timed, kSpeed, "HOST"), kSeconds, "$1HOST");
}

using Lines = std::span<const std::string>;

bool lines_fit(Lines shown, Lines output) {
  for (; !shown.empty() && shown[0] != "...";
       shown = shown.subspan(1), output = output.subspan(1)) {
    if (output.empty() || mask(shown[0]) != mask(output[0])) {
      return false;
    }
  }
  if (shown.empty()) {
    return output.empty();
  }
  for (size_t skipped = 0; skipped <= output.size(); ++skipped) {
    if (lines_fit(shown.subspan(1), output.subspan(skipped))) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::vector<ConsoleBlock> console_blocks(const std::string& document) {
  std::vector<ConsoleBlock> blocks;
  for (size_t at = document.find(kConsole); at != std::string::npos;
       at = document.find(kConsole, at)) {
    ConsoleBlock block{.begin = at + std::string(kConsole).size()};
    block.end = document.find(kFence, block.begin);
    block.commands = commands_of(document.substr(block.begin, block.end - block.begin));
    at = block.end;
    blocks.push_back(std::move(block));
  }
  return blocks;
}

std::vector<ConsoleCommand> run_console(const ConsoleBlock& block, const std::string& folder) {
  std::string script = "cd '" + folder + "'\nPATH=" +
                       std::filesystem::path(FIBERLOOM_PROGRAM).parent_path().string() + ":$PATH\n";
  for (size_t k = 0; k < block.commands.size(); ++k) {
    const bool may_fail = k + 1 < block.commands.size() && block.commands[k + 1].command == kStatus;
    script += block.commands[k].command + "\nstatus=$?; printf '\\036'\n";
    script += may_fail ? "(exit $status)\n" : "[ $status = 0 ] || exit $status\n";
  }
  const SubprocessResult result = run_program({"sh"}, "exec 2>&1\n" + script);
  if (result.exit_code != 0) {
    throw std::runtime_error("a command failed:\n" + result.output);
  }
  std::vector<ConsoleCommand> ran;
  std::istringstream outputs(result.output);
  for (const ConsoleCommand& command : block.commands) {
    std::string output;
    std::getline(outputs, output, kSeparator);
    ran.push_back({command.command, output});
  }
  return ran;
}

bool output_fits(const std::string& shown, const std::string& output) {
  return lines_fit(lines_of(shown), lines_of(output));
}

}  // namespace fiberloom::testing
