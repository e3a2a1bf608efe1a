#include <fmt/format.h>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

GeneratedPoints make_nnz(GeneratorInput& input) {
  const uint64_t count = input.recipe.count("nnz");
  const auto cells = cell_count(input.shape);
  if (cells && count > *cells) {
    throw input.recipe.error("nnz", fmt::format("only {} cells for {} entries", *cells, count));
  }
  check_points(input, static_cast<double>(count));
  return random_points(input.shape, count, input.random);
}

const Generators registration({.name = "nnz",
                               .summary = "points anywhere with equal chances, a given number",
                               .parameters = {{"nnz", "count", "", "stored entries"}},
                               .values = "1..9",
                               .make = make_nnz});

}  // namespace
}  // namespace fiberloom
