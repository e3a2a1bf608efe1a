#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <set>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "einsum/taco_line.h"
#include "lower/compiled_run.h"
#include "reference/evaluator.h"

namespace fiberloom::test {
namespace {

const std::string kAlgorithms =
    std::string(FIBERLOOM_SOURCE) + "/../shared/reference/website/algorithms.txt";

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

/// Expressions with more loops are compiled and checked, but not run.
constexpr size_t kMostLoops = 14;

/// What became of one line.
struct Outcome {
  enum class Kind { right, refused, waits, checked, wrong } kind;
  std::string reason{};
};

class CorpusRun {
 public:
  Outcome run(const std::string& line, uint64_t seed) {
    TacoLine taco;
    Compiled compiled;
    CompileOptions options;
    options.default_format = 'd';
    bool waits = false;
    try {
      taco = parse_taco_line(line);
      for (const auto& [name, format] : taco.formats) {
        options.formats.push_back(name + ":" + format);
      }
      options.schedule = taco.schedule;
      if (!options.schedule.empty()) {
        try {
          compile(taco.expression, options);
        } catch (const Error& error) {
          waits = std::string(error.what()).find("does not exist yet") != std::string::npos;
          if (!waits) {
            return {Outcome::Kind::refused, error.message()};
          }
          options.schedule.clear();
        }
      }
      compiled = compile(taco.expression, options);
    } catch (const Error& error) {
      return {Outcome::Kind::refused, error.message()};
    }
    return run_on_data(compiled, seed, waits);
  }

 private:
  static Outcome run_on_data(const Compiled& compiled, uint64_t seed, bool waits) {
    std::mt19937_64 random(seed);
    const auto use_of = tensors(compiled.program);
    size_t loops = 0;
    for (const Statement& statement : compiled.program) {
      loops = std::max(loops, variables(statement).size());
    }
    for (const Stage& stage : compiled.stages) {
      check(stage.graph);
    }
    if (loops > kMostLoops) {
      return {Outcome::Kind::checked};
    }
    for (const double density : {0.0, 0.2, 0.5, 1.0}) {
      const IndexSizes sizes = random_sizes(compiled.program, random);
      Data data;
      for (const TensorUse& use : use_of) {
        if (use.is_input) {
          data[use.name] =
              random_list(random, shape_of(access_of(compiled, use.name), sizes), density);
        }
      }
      try {
        if (const auto wrong = disagreement(compiled, data, sizes)) {
          return {Outcome::Kind::wrong, *wrong + "\n" + describe(data)};
        }
      } catch (const NotPossible&) {
        return {Outcome::Kind::checked};
      } catch (const Error& error) {
        return {Outcome::Kind::wrong, error.render()};
      }
    }
    return {waits ? Outcome::Kind::waits : Outcome::Kind::right};
  }

  /// Variables that index the same mode of a tensor have one size.
  static IndexSizes random_sizes(const Program& program, std::mt19937_64& random) {
    IndexSizes sizes;
    std::map<std::pair<std::string, size_t>, std::vector<std::string>> modes;
    const auto note = [&](const Access& access) {
      for (size_t m = 0; m < access.indices.size(); ++m) {
        modes[{access.tensor, m}].push_back(access.indices[m]);
      }
    };
    for (const Statement& statement : program) {
      const size_t loops = variables(statement).size();
      const size_t most = loops > 8 ? 2 : loops > 5 ? 3 : 6;
      for (const std::string& variable : variables(statement)) {
        sizes.try_emplace(variable, 2 + random() % (most - 1));
      }
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

  static Access access_of(const Compiled& compiled, const std::string& name) {
    for (const Statement& statement : compiled.program) {
      if (statement.result.tensor == name) {
        return statement.result;
      }
      for (const Expr& leaf : accesses(statement.right)) {
        if (as<Access>(leaf)->tensor == name) {
          return *as<Access>(leaf);
        }
      }
    }
    return {};
  }
};

}  // namespace

TEST_CASE("the algorithms that people gave TACO's website are compiled right", "[lower][corpus]") {
  if (!std::filesystem::exists(kAlgorithms)) {
    WARN("skipped: there is no ../shared/reference/website");
    return;
  }
  const bool all = std::getenv("FIBERLOOM_NIGHTLY") != nullptr;
  std::ifstream file(kAlgorithms);
  std::map<Outcome::Kind, int> counts;
  std::map<std::string, int> reasons;
  std::string line;
  for (uint64_t number = 0; std::getline(file, line); ++number) {
    if (!all && number % 8 != 0) {
      continue;
    }
    const Outcome outcome = CorpusRun().run(line, number);
    ++counts[outcome.kind];
    if (outcome.kind == Outcome::Kind::refused) {
      ++reasons[outcome.reason];
    }
    CHECKED_ELSE(outcome.kind != Outcome::Kind::wrong) {
      FAIL_CHECK(line << "\n" << outcome.reason);
    }
  }
  std::string text = fmt::format(
      "right {}, right without their schedule (which waits) {}, too large to run {}, refused {}",
      counts[Outcome::Kind::right], counts[Outcome::Kind::waits], counts[Outcome::Kind::checked],
      counts[Outcome::Kind::refused]);
  for (const auto& [reason, count] : reasons) {
    text += fmt::format("\n  {} x {}", count, reason);
  }
  WARN(text);
}

}  // namespace fiberloom::test
