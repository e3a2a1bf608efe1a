#include <algorithm>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

GeneratedPoints make_identity(GeneratorInput& input) {
  PointCollector points(input.shape.size());
  const auto shortest = std::min_element(input.shape.begin(), input.shape.end());
  const uint64_t length = shortest == input.shape.end() ? 1 : *shortest;
  check_points(input, static_cast<double>(length));
  for (uint64_t i = 0; i < length; ++i) {
    points.add(std::vector<uint64_t>(input.shape.size(), i));
  }
  return points.take();
}

const Generators registration({.name = "identity",
                               .summary = "the main diagonal, as long as the shortest mode",
                               .parameters = {},
                               .values = "ones",
                               .make = make_identity});

}  // namespace
}  // namespace fiberloom
