#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <string>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "einsum/checker.h"
#include "einsum/parser.h"
#include "einsum/scoping.h"
#include "einsum/taco_line.h"
#include "reference/brute_force.h"
#include "reference/compare.h"
#include "reference/evaluator.h"
#include "reference/random_program.h"

namespace fiberloom {
namespace {

const std::string kCorpus = FIBERLOOM_SOURCE "/../shared/reference/website/algorithms.txt";
constexpr double kMostPoints = 10000;  // for brute force

/// The largest size at which brute force over all variables is quick; 1 for very many variables.
uint32_t largest_size(const Statement& statement) {
  const auto count = static_cast<double>(variables(statement).size());
  uint32_t size = 4;
  while (size > 1 && std::pow(size, count) > kMostPoints) {
    --size;
  }
  return size;
}

/// Nothing if reference and brute force agree on random data.
std::optional<std::string> disagreement(const Program& program, uint64_t seed) {
  test::Choices choices(seed);
  const test::RandomProgram random =
      test::with_random_data(choices, program, {}, largest_size(program[0]));
  ReferenceOperands operands;
  for (const auto& [name, list] : random.data) {
    operands.emplace(name, &list);
  }
  const auto exact = test::brute_force<double>(program, random.data, random.sizes);
  const auto results = evaluate(program, operands, random.sizes);
  for (const auto& [name, dense] : *exact) {
    if (!compare(test::list_of(dense), results.at(name)).agrees()) {
      return random.describe();
    }
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("the algorithms that users gave TACO's website", "[einsum][reference]") {
  std::ifstream corpus(kCorpus);
  if (!corpus) {
    WARN("skipped: no " << kCorpus);
    return;
  }
  std::map<std::string, int> count;
  std::string refusals;
  uint64_t seed = 0;
  for (std::string line; std::getline(corpus, line); ++seed) {
    Program program;
    try {
      program = parse_program(parse_taco_line(line).expression);
      check(program);
    } catch (const Error& error) {
      ++count["refused"];
      refusals += error.render() + "\n";
      continue;
    }
    ++count["read"];
    const Statement meant = scoped(program[0]);
    CHECK(to_string(parse_program(to_string(meant))) == to_string(meant));
    for (uint64_t round = 0; round < 2; ++round) {
      if (const auto wrong = disagreement(program, 2 * seed + round)) {
        FAIL(line << "\n" << *wrong);
      }
      ++count["evaluated"];
    }
  }
  WARN(fmt::format("{} algorithms read, {} refused, {} evaluations agree with brute force",
                   count["read"], count["refused"], count["evaluated"])
       << "\n"
       << refusals);
  CHECK(count["read"] + count["refused"] == 1920);
  // What must be refused here: 2 of all 3,839 for their syntax, 1 for a repeated left index.
  CHECK(count["refused"] <= 3);
}

}  // namespace fiberloom
