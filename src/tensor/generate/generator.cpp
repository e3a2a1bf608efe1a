#include "tensor/generate/generator.h"

#include <numeric>

#include "tensor/generate/random_values.h"

namespace fiberloom {
namespace {

/// Streams of random numbers: the same points can have other values.
constexpr uint64_t kCoordinates = 0;
constexpr uint64_t kValues = 1;

}  // namespace

std::vector<GeneratorParameter> Generator::all_parameters() const {
  std::vector<GeneratorParameter> all = parameters;
  if (!values.empty()) {
    all.push_back(
        {"values", "text", values, "ones, uniform (0 to below 1), LOW..HIGH, or a number"});
  }
  all.push_back({"seed", "count", "", "the start of the random numbers"});
  return all;
}

CoordinateList generate(std::string_view recipe_text, const std::vector<uint64_t>& shape,
                        const GenerateOptions& options) {
  const Recipe recipe(recipe_text);
  const uint64_t seed = recipe.gives("seed") ? recipe.count("seed") : options.seed;
  GeneratorInput input{recipe, shape, options, Random(seed, kCoordinates)};
  GeneratedPoints points = recipe.generator().make(input);

  CoordinateList list{.shape = points.shape.value_or(shape),
                      .columns = std::move(points.columns),
                      .values = points.values.value_or(Values(ComponentType::int32, points.count))};
  std::vector<size_t> modes(list.order());
  std::iota(modes.begin(), modes.end(), size_t{0});
  sort_and_sum(list, modes);
  list.duplicates = 0;
  if (!points.values) {
    Random random(seed, kValues);
    list.values = random_values(recipe, list.entries(), options.type, random);
  }
  return list;
}

}  // namespace fiberloom
