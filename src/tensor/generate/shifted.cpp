#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tensor/generate/points.h"

namespace fiberloom {
namespace {

const CoordinateList& source(const GeneratorInput& input) {
  const std::string name = input.recipe.text("of");
  const CoordinateList* list =
      input.options.find_tensor ? input.options.find_tensor(name) : nullptr;
  if (list == nullptr) {
    throw input.recipe.error("of", fmt::format("there is no tensor '{}' to start from", name));
  }
  if (list->order() == 0) {
    throw input.recipe.error("of", "a scalar has no mode to shift");
  }
  return *list;
}

GeneratedPoints make_shifted(GeneratorInput& input) {
  const CoordinateList& from = source(input);
  GeneratedPoints points{.columns = from.columns, .count = from.entries(), .shape = from.shape};
  const uint64_t size = from.shape.back();
  if (size > 0) {
    const auto extent = static_cast<int64_t>(size);
    const int64_t by = input.recipe.integer("by") % extent;
    const auto forward = static_cast<uint64_t>(by < 0 ? by + extent : by);
    for (uint64_t& coordinate : points.columns.back()) {
      coordinate =
          coordinate < size - forward ? coordinate + forward : coordinate - (size - forward);
    }
  }
  if (input.recipe.count("transpose") != 0) {
    std::reverse(points.columns.begin(), points.columns.end());
    std::reverse(points.shape->begin(), points.shape->end());
  }
  if (!input.shape.empty() && input.shape != *points.shape) {
    throw input.recipe.error(
        "of", fmt::format("the tensor has the shape {}, not {}", fmt::join(*points.shape, " x "),
                          fmt::join(input.shape, " x ")));
  }
  if (input.recipe.text("values") == "keep") {
    points.values = convert(from.values, input.options.type);
  }
  return points;
}

const Generators registration(
    {.name = "shifted",
     .summary = "another tensor with its last mode's coordinates moved on, the end to the start; "
                "values=keep leaves its values. SAM's second operands: values=2",
     .parameters = {{"of", "text", "", "the other tensor's name"},
                    {"by", "integer", "1", "how far; negative moves back"},
                    {"transpose", "count", "0", "1 reverses the order of the modes afterwards"}},
     .values = "keep",
     .make = make_shifted});

}  // namespace
}  // namespace fiberloom
