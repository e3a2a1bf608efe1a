#pragma once

#include <string>
#include <vector>

namespace fiberloom::testing {

/// A command of a document's session and what it prints: a line that starts with "$ ", and the
/// lines up to the next one.
struct ConsoleCommand {
  std::string command;
  std::string output;
};

/// A ```console block of a Markdown document.
struct ConsoleBlock {
  size_t begin = 0;  ///< of its text in the document
  size_t end = 0;
  std::vector<ConsoleCommand> commands{};
};

std::vector<ConsoleBlock> console_blocks(const std::string& document);

/// Runs the commands of a block one after the other in one shell, with the program's folder on
/// PATH; returns them with what they really print, to stdout and stderr together. A command may
/// fail only where the next one is `echo $?`.
std::vector<ConsoleCommand> run_console(const ConsoleBlock& block, const std::string& folder);

/// Does an output fit what a document shows? A line `...` there stands for any number of lines, and
/// the host's seconds and speed may be any.
bool output_fits(const std::string& shown, const std::string& output);

}  // namespace fiberloom::testing
