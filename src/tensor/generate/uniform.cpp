#include <cmath>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

GeneratedPoints make_uniform(GeneratorInput& input) {
  const double count =
      std::round(input.recipe.fraction("density") * approximate_cells(input.shape));
  check_points(input, count);
  return random_points(input.shape, static_cast<uint64_t>(count), input.random);
}

const Generators registration(
    {.name = "uniform",
     .summary = "points anywhere with equal chances, as many as the density says",
     .parameters = {{"density", "real", "0.1", "stored entries per cell, 0 to 1"}},
     .values = "1..9",
     .make = make_uniform});

}  // namespace
}  // namespace fiberloom
