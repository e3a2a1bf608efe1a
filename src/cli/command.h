#pragma once

#include <functional>
#include <string>

#include "base/diagnostic.h"
#include "base/registry.h"

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

using Commands = Registry<CommandSpec, &CommandSpec::name>;

}  // namespace fiberloom
