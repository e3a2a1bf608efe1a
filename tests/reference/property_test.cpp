#include <cmath>
#include <iostream>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "einsum/choices.h"
#include "reference/brute_force.h"
#include "reference/compare.h"
#include "reference/evaluator.h"
#include "reference/random_program.h"

namespace fiberloom {
namespace {

using test::Choices;
using test::Flavour;
using test::RandomProgram;

ReferenceOperands operands_of(const RandomProgram& random) {
  ReferenceOperands operands;
  for (const auto& [name, list] : random.data) {
    operands.emplace(name, &list);
  }
  return operands;
}

std::map<std::string, Reference> evaluated(const RandomProgram& random) {
  return evaluate(random.program, operands_of(random), random.sizes);
}

bool close(double a, double b, double relative) {
  return a == b || (std::isnan(a) && std::isnan(b)) ||
         std::fabs(a - b) <= relative * std::max({1.0, std::fabs(a), std::fabs(b)});
}

/// Calls `f` with every cell of a dense result and the reference's value there.
template <class T, class F>
void for_each_cell(const test::DenseTensor<T>& dense, const Reference& reference, const F& f) {
  const auto* table = std::get_if<std::shared_ptr<Relation<T>>>(&reference.table());
  REQUIRE(table != nullptr);
  std::vector<uint64_t> point(dense.shape.size());
  for (size_t cell = 0; cell < dense.values.size(); ++cell) {
    size_t rest = cell;
    for (size_t mode = point.size(); mode-- > 0;) {
      point[mode] = rest % dense.shape[mode];
      rest /= dense.shape[mode];
    }
    const auto id = reference.points().find(point);
    f(cell, id ? (*table)->cell(*id).value : T{0});
  }
}

/// Real results: equal up to rounding, where brute force itself does not depend on the order of
/// its sums.
struct RealProperty {
  Flavour flavour;
  uint64_t cells = 0;
  uint64_t unstable = 0;

  std::optional<std::string> operator()(Choices& choices) {
    const RandomProgram random = random_program(choices, flavour);
    const auto forwards = test::brute_force<double>(random.program, random.data, random.sizes);
    const auto backwards =
        test::brute_force<double>(random.program, random.data, random.sizes, true);
    const auto results = evaluated(random);
    std::optional<std::string> wrong;
    for (const auto& [name, dense] : *forwards) {
      const auto& other = backwards->at(name);
      for_each_cell(dense, results.at(name), [&](size_t cell, double got) {
        ++cells;
        const double expected = dense.values[cell];
        if (!close(expected, other.values[cell], 1e-13)) {
          ++unstable;
        } else if (!close(got, expected, 1e-11)) {
          wrong = fmt::format("{}\n{} cell {}: got {}, expected {}", random.describe(), name, cell,
                              got, expected);
        }
      });
    }
    return wrong;
  }
};

/// Integer results: equal, or both refuse a division by zero.
template <class T>
std::optional<std::string> integer_property(Choices& choices) {
  const RandomProgram random =
      random_program(choices, {.reals = false, .type = component_type_of<T>()});
  ComponentTypes types;
  for (const auto& [name, list] : random.data) {
    types[name] = component_type_of<T>();
  }
  for (const StatementTypes& found : statement_types(random.program, types)) {
    if (found.compute != component_type_of<T>()) {
      return std::nullopt;  // a fraction of numbers, or no operand at all
    }
  }
  const auto expected = test::brute_force<T>(random.program, random.data, random.sizes);
  std::optional<std::string> wrong;
  try {
    const auto results = evaluated(random);
    if (!expected) {
      return random.describe() + "\nthe division by zero was not seen";
    }
    for (const auto& [name, dense] : *expected) {
      for_each_cell(dense, results.at(name), [&](size_t cell, T got) {
        if (got != dense.values[cell]) {
          wrong = fmt::format("{}\n{} cell {}: got {}, expected {}", random.describe(), name, cell,
                              got, dense.values[cell]);
        }
      });
    }
  } catch (const Error& error) {
    if (expected || error.message().find("division by zero") == std::string::npos) {
      wrong = random.describe() + "\n" + error.render();
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("the reference agrees with brute force on random programs", "[reference]") {
  RealProperty property{{}};
  test::for_random_cases(1, 6000, std::ref(property));
  CHECK(property.cells > 20000);
  CHECK(property.unstable * 50 < property.cells);
}

TEST_CASE("the reference agrees with brute force on sums of products", "[reference]") {
  RealProperty property{
      {.functions = false, .reals = false, .division = false, .reductions = false}};
  test::for_random_cases(100001, 4000, std::ref(property));
  CHECK(property.unstable == 0);
}

TEST_CASE("the reference agrees with brute force where data is infinite or NaN", "[reference]") {
  RealProperty property{{.specials = true}};
  test::for_random_cases(200001, 4000, std::ref(property));
  CHECK(property.unstable * 50 < property.cells);
}

TEST_CASE("the reference computes integers exactly", "[reference]") {
  test::for_random_cases(300001, 3000, integer_property<int64_t>);
  test::for_random_cases(400001, 3000, integer_property<int32_t>);
}

TEST_CASE("the reference's tolerance covers computing in another order", "[reference]") {
  // Brute force in doubles against the reference in floats: the data is exact in both.
  const Flavour flavour{.reals = false, .type = ComponentType::float32};
  test::for_random_cases(500001, 3000, [&](Choices& choices) -> std::optional<std::string> {
    const RandomProgram random = random_program(choices, flavour);
    const auto exact = test::brute_force<double>(random.program, random.data, random.sizes);
    const auto results = evaluated(random);
    for (const auto& [name, dense] : *exact) {
      const Comparison found = compare(test::list_of(dense), results.at(name));
      // Divided by a sum that cancels, rounding may decide between a number and infinity.
      bool infinite = false;
      for (const Mismatch& mismatch : found.first) {
        infinite = infinite || !std::isfinite(mismatch.expected) || !std::isfinite(mismatch.got);
      }
      if (!found.agrees() && !infinite) {
        return fmt::format("{}\n{}: got {}, expected {}, tolerance {}", random.describe(), name,
                           found.first[0].got, found.first[0].expected, found.first[0].tolerance);
      }
    }
    return std::nullopt;
  });
}

}  // namespace fiberloom
