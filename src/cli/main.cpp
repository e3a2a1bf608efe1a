#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "base/log.h"
#include "base/spelling.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/output.h"
#include "explore/child_process.h"

namespace fiberloom {
namespace {

/// CLI11 says of a misspelt command only that one is required.
Error explain(const CLI::ParseError& fault, const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const CommandSpec* spec : Commands::all()) {
    names.push_back(spec->name);
  }
  const auto word = std::ranges::find_if(
      arguments, [](const std::string& text) { return !text.starts_with('-'); });
  if (word != arguments.end() && std::ranges::find(names, *word) == names.end()) {
    return bad_input(fmt::format("there is no command '{}'", *word), {},
                     suggestion(*word, names, "commands"));
  }
  return bad_input(fault.what(), {}, "see fiberloom --help, or --help of a command");
}

int run(const std::vector<std::string>& arguments, bool json) {
  CLI::App app("Sparse tensor expressions as SAM dataflow graphs and as CPU kernels.", "fiberloom");
  app.set_version_flag("--version", std::string("fiberloom ") + FIBERLOOM_VERSION);
  app.require_subcommand(1);
  app.fallthrough();
  app.set_help_flag("-h,--help", "show this help");
  bool verbose = false;
  app.add_flag("-v,--verbose", verbose, "log what is done, to stderr");
  std::function<ExitCode()> chosen;
  for (const CommandSpec* spec : Commands::all()) {
    CLI::App* command = app.add_subcommand(spec->name, spec->summary);
    command->set_help_flag("-h,--help", "show this help");
    auto body = spec->set_up(*command);
    command->final_callback([&chosen, body = std::move(body)] { chosen = body; });
  }
  try {
    app.parse(
        std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // as CLI11 takes them
  } catch (const CLI::CallForHelp&) {
    std::cout << app.help();
    return 0;
  } catch (const CLI::CallForVersion& version) {
    std::cout << version.what() << '\n';
    return 0;
  } catch (const CLI::ParseError& fault) {
    return static_cast<int>(report_error(explain(fault, arguments), json));
  }
  set_up_logging(verbose);
  return static_cast<int>(chosen());
}

/// Runs, and turns whatever is thrown into a message and an exit code.
int guarded_run(int argc, char** argv) {
  const std::vector<std::string> arguments = read_arguments(argc, argv);
  const bool json = std::ranges::find(arguments, "--json") != arguments.end();
  const auto report = [json](const Error& error) {
    return static_cast<int>(report_error(error, json));
  };
  try {
    return run(arguments, json);
  } catch (const Error& error) {
    return report(error);
  } catch (const std::bad_alloc&) {
    return report(Error(ExitCode::limit, "out of memory"));
  } catch (const std::exception& fault) {
    return report(Error(ExitCode::internal, std::string("internal error: ") + fault.what(), {},
                        "please report it with the command that shows it"));
  }
}

}  // namespace
}  // namespace fiberloom

int main(int argc, char** argv) {
  fiberloom::die_with_parent();
  // SystemC's banner belongs on no stream of ours.
  ::setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 0);
  return fiberloom::guarded_run(argc, argv);
}
