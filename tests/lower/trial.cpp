#include "lower/trial.h"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "lower/kernel/kernel_lowering.h"
#include "lower/kernel_run.h"
#include "reference/evaluator.h"
#include "samgraph/wiring.h"

namespace fiberloom::test {
namespace {

/// Expressions with more loops are compiled and checked, but not run.
constexpr size_t kMostLoops = 14;

CoordinateList random_list(std::mt19937_64& random, const std::vector<uint64_t>& shape,
                           double density) {
  CoordinateList list;
  list.shape = shape;
  list.columns.resize(shape.size());
  std::vector<double> values;
  uint64_t points = 1;
  for (const uint64_t size : shape) {
    points *= size;
  }
  for (uint64_t p = 0; p < points; ++p) {
    if (std::uniform_real_distribution<double>(0, 1)(random) >= density) {
      continue;
    }
    uint64_t rest = p;
    for (size_t m = shape.size(); m-- > 0;) {
      list.columns[m].push_back(rest % shape[m]);
      rest /= shape[m];
    }
    values.push_back(random() % 10 == 0 ? 0.0 : static_cast<double>(random() % 9) + 1);
  }
  list.values = Values(values);
  return list;
}

IndexSizes random_sizes(const Program& program, std::mt19937_64& random) {
  IndexSizes sizes;
  for (const Statement& statement : program) {
    const size_t loops = variables(statement).size();
    const size_t most = loops > 8 ? 2 : loops > 5 ? 3 : 6;
    for (const std::string& variable : variables(statement)) {
      sizes.try_emplace(variable, 2 + random() % (most - 1));
    }
  }
  return unified(program, std::move(sizes));
}

Data random_data(const Program& program, const IndexSizes& sizes, std::mt19937_64& random,
                 double density) {
  Data data;
  for (const TensorUse& use : tensors(program)) {
    if (use.is_input) {
      data[use.name] = random_list(random, shape_of(access_of(program, use.name), sizes), density);
    }
  }
  return data;
}

using Runner = std::function<std::optional<std::string>(const Data&, const IndexSizes&)>;

/// Sizes that the statements' bounds allow.
void keep_bounds(const Scheduled& schedule, IndexSizes& sizes) {
  for (const Bound& bound : schedule.bounds) {
    uint64_t& size = sizes.at(bound.variable);
    size = bound.type == Bound::Type::exact     ? bound.size
           : bound.type == Bound::Type::maximum ? std::min(size, bound.size)
                                                : size;
  }
}

/// Runs a program on data of several densities.
Trial run_densities(const Program& program, const std::vector<const Scheduled*>& schedules,
                    uint64_t seed, const Runner& run) {
  std::mt19937_64 random(seed);
  try {
    if (most_loops(program) > kMostLoops) {
      return {.kind = Trial::Kind::checked};
    }
    for (const double density : {0.0, 0.2, 0.5, 1.0}) {
      IndexSizes sizes = random_sizes(program, random);
      for (const Scheduled* schedule : schedules) {
        keep_bounds(*schedule, sizes);
      }
      const Data data = random_data(program, sizes, random, density);
      if (const auto wrong = run(data, sizes)) {
        return {.kind = Trial::Kind::wrong, .reason = *wrong + "\n" + describe(data)};
      }
    }
    return {.kind = Trial::Kind::right};
  } catch (const NotPossible&) {
    return {.kind = Trial::Kind::checked};
  } catch (const Error& error) {
    return {.kind = Trial::Kind::wrong, .reason = error.render()};
  }
}

}  // namespace

Trial run_on_random_data(const Compiled& compiled, uint64_t seed) {
  std::vector<const Scheduled*> schedules;
  for (const Stage& stage : compiled.stages) {
    check(stage.graph);
    schedules.push_back(&stage.plan.schedule);
  }
  return run_densities(compiled.program, schedules, seed,
                       [&](const Data& data, const IndexSizes& sizes) {
                         return disagreement(compiled, data, sizes);
                       });
}

Trial try_kernels_on_random_data(const std::string& expression, const CompileOptions& options,
                                 uint64_t seed) {
  PlannedProgram planned;
  std::vector<const Scheduled*> schedules;
  try {
    planned = plan_kernels(expression, options);
    for (const Plan& plan : planned.plans) {
      schedules.push_back(&plan.schedule);
      lower_to_kernel(plan, {}, ComponentType::float64, {.threads = 2});
    }
  } catch (const Error& error) {
    return {.kind = Trial::Kind::refused, .reason = error.message()};
  }
  const int threads = seed % 3 == 0 ? 2 : 1;
  return run_densities(planned.program, schedules, seed,
                       [&](const Data& data, const IndexSizes& sizes) {
                         return kernel_disagreement(planned, data, sizes, threads);
                       });
}

Attempt try_to_compile(const std::string& expression, const CompileOptions& options) {
  Attempt attempt;
  try {
    attempt.compiled = compile(expression, options);
  } catch (const Error& error) {
    attempt.refusal = error.message();
  }
  return attempt;
}

Trial try_on_random_data(const std::string& expression, const CompileOptions& options,
                         uint64_t seed) {
  Attempt attempt = try_to_compile(expression, options);
  if (!attempt.compiled) {
    return {.kind = Trial::Kind::refused, .reason = attempt.refusal};
  }
  Trial trial = run_on_random_data(*attempt.compiled, seed);
  trial.compiled = std::move(attempt.compiled);
  return trial;
}

IndexSizes unified(const Program& program, IndexSizes sizes) {
  std::map<std::pair<std::string, size_t>, IndexVariables> modes;
  const auto note = [&](const Access& access) {
    for (size_t m = 0; m < access.indices.size(); ++m) {
      modes[{access.tensor, m}].push_back(access.indices[m]);
    }
  };
  for (const Statement& statement : program) {
    note(statement.result);
    for (const Expr& leaf : accesses(statement.right)) {
      note(*as<Access>(leaf));
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [mode, indices] : modes) {
      uint64_t least = ~uint64_t{0};
      for (const std::string& index : indices) {
        least = std::min(least, sizes.at(index));
      }
      for (const std::string& index : indices) {
        changed = changed || sizes.at(index) != least;
        sizes[index] = least;
      }
    }
  }
  return sizes;
}

Access access_of(const Program& program, const std::string& tensor) {
  for (const Statement& statement : program) {
    if (statement.result.tensor == tensor) {
      return statement.result;
    }
    for (const Expr& leaf : accesses(statement.right)) {
      if (as<Access>(leaf)->tensor == tensor) {
        return *as<Access>(leaf);
      }
    }
  }
  return {};
}

size_t most_loops(const Program& program) {
  size_t most = 0;
  for (const Statement& statement : program) {
    most = std::max(most, variables(statement).size());
  }
  return most;
}

}  // namespace fiberloom::test
