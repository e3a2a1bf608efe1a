#pragma once

#include <optional>
#include <random>
#include <string>

#include "lower/compiled_run.h"

namespace fiberloom::test {

/// What becomes of an expression that is compiled and run.
struct Trial {
  enum class Kind {
    right,
    checked,  ///< compiled and checked, but too large to run
    refused,
    wrong,
  };
  Kind kind;
  std::string reason{};                ///< why it is refused or wrong
  std::optional<Compiled> compiled{};  ///< unless refused
};

/// What compile() makes of an expression.
struct Attempt {
  std::optional<Compiled> compiled{};
  std::string refusal{};
};
Attempt try_to_compile(const std::string& expression, const CompileOptions& options);

/// Compiles an expression and runs it on random data of sizes 2 to 6, or those that its schedule
/// states, and several densities, some entries explicit zeros. Results are compared with the
/// reference evaluator.
Trial try_on_random_data(const std::string& expression, const CompileOptions& options,
                         uint64_t seed);

/// The same with kernels: of one thread, and every third time of two.
Trial try_kernels_on_random_data(const std::string& expression, const CompileOptions& options,
                                 uint64_t seed);

/// The same for what is compiled; the trial does not hold it.
Trial run_on_random_data(const Compiled& compiled, uint64_t seed);

/// The same sizes, where variables that index the same mode of a tensor have the least of theirs.
IndexSizes unified(const Program& program, IndexSizes sizes);

/// The first access of a tensor.
Access access_of(const Program& program, const std::string& tensor);

/// Of the statement that has most.
size_t most_loops(const Program& program);

}  // namespace fiberloom::test
