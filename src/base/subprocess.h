#pragma once

#include <string>
#include <vector>

namespace fiberloom {

struct SubprocessResult {
  int exit_code = 0;  ///< 128 + the signal, where a signal ended it
  std::string output;
  std::string errors;
};

/// Runs a program found on PATH, without a shell, with `input` on its standard input.
/// Throws Error (environment): no such program, or the system refuses to start it.
SubprocessResult run_program(const std::vector<std::string>& command,
                             const std::string& input = {});

}  // namespace fiberloom
