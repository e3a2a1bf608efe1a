#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace CLI {
class App;
}

namespace fiberloom {

/// A subcommand: one file of this folder describes and registers each. `set_up` adds its options to
/// the parser and returns what runs once they have been read.
struct CommandSpec {
  std::string name;
  std::string summary;
  std::function<std::function<ExitCode()>(CLI::App&)> set_up;
};

/// The registry of subcommands.
class Commands {
 public:
  /// Registers a command; for namespace-scope objects in the commands' own files.
  explicit Commands(CommandSpec spec);
  /// All, by name.
  static std::vector<const CommandSpec*> all();
};

}  // namespace fiberloom
