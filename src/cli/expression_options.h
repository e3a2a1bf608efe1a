#pragma once

#include <string>
#include <vector>

#include "cli/shared_options.h"
#include "lower/compile.h"

namespace fiberloom {

/// How an expression is compiled; for the commands that take one.
struct ExpressionOptions {
  std::vector<std::string> schedule;  ///< -s
  bool strict = false;
  std::string dense = "locate";  ///< or "scan"

  void add_to(CLI::App& app);
  /// Something was said that only an expression can follow.
  bool given() const { return !schedule.empty() || strict || dense != "locate"; }
  /// `formats`: of -f.
  Compiled compile(const std::string& expression, const std::vector<std::string>& formats) const;
  PlannedProgram plan_kernels(const std::string& expression,
                              const std::vector<std::string>& formats) const;

 private:
  CompileOptions options(const std::vector<std::string>& formats) const;
};

/// Is a command's argument an expression, and no file?
bool is_expression(const std::string& argument);

/// The part of the options that concerns one statement of a program: each wants data for its own
/// operands. What concerns no statement at all stays in, and is refused there.
WorkloadOptions options_of_stage(const Program& program, size_t stage,
                                 const WorkloadOptions& options);

}  // namespace fiberloom
