#include <fmt/format.h>

#include "tensor/generate/points.h"
#include "tensor/read/number.h"

namespace fiberloom {
namespace {

GeneratedPoints make_constant(GeneratorInput& input) {
  check_points(input, approximate_cells(input.shape));
  PointCollector collector(input.shape.size());
  for_each_cell(input.shape, [&](const std::vector<uint64_t>& cell) { collector.add(cell); });
  GeneratedPoints points = collector.take();
  const std::string text = input.recipe.text("value");
  points.values = with_component_type(input.options.type, [&](auto value) {
    if (!parse_value(text, ValueSpelling::real, value)) {
      throw input.recipe.error("value", value_fault<decltype(value)>(text, ValueSpelling::real));
    }
    return Values(std::vector<decltype(value)>(points.count, value));
  });
  return points;
}

const Generators registration({.name = "constant",
                               .summary = "every cell, one value in all",
                               .parameters = {{"value", "real", "", "the value"}},
                               .values = "",
                               .make = make_constant});

}  // namespace
}  // namespace fiberloom
