#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/registry.h"
#include "tensor/component_type.h"
#include "tensor/coordinate_list.h"
#include "tensor/generate/random.h"
#include "tensor/generate/recipe.h"

namespace fiberloom {

struct GenerateOptions {
  ComponentType type = ComponentType::float64;
  /// The seed of recipes that give none.
  uint64_t seed = 1;
  /// Finds another tensor by name, for recipes that start from one; null where there is none.
  std::function<const CoordinateList*(const std::string& name)> find_tensor{};
};

/// Makes a tensor of `shape` by a recipe: the name of a generator and its parameters. A recipe that
/// starts from another tensor takes the shape from there if `shape` is empty. The entries are
/// sorted and distinct. Time and memory grow with the entries; the same recipe, shape and seed give
/// the same tensor everywhere. Throws Error: a recipe that does not parse or does not suit the
/// shape (bad_input), more entries than memory holds (limit).
CoordinateList generate(std::string_view recipe, const std::vector<uint64_t>& shape,
                        const GenerateOptions& options = {});

struct GeneratorParameter {
  std::string name;
  std::string type;   ///< count, integer, real or text
  std::string value;  ///< the default; empty: the recipe must give it, or the help says what else
  std::string help;
};

/// What a generator works from.
struct GeneratorInput {
  const Recipe& recipe;
  const std::vector<uint64_t>& shape;
  const GenerateOptions& options;
  Random random;  ///< for coordinates; values have a stream of their own
};

/// What a generator makes: points in any order; equal ones are merged.
struct GeneratedPoints {
  std::vector<std::vector<uint64_t>> columns{};  ///< as in CoordinateList
  size_t count = 0;
  /// Where the parameter `values` is a word of the generator's own.
  std::optional<Values> values{};
  /// Where it is not the shape that was asked for, because another tensor gives it.
  std::optional<std::vector<uint64_t>> shape{};
};

/// A generator of tensors: one file of this folder describes and registers each.
struct Generator {
  std::string name;
  std::string summary;
  /// Besides `seed`, which all have, and `values`.
  std::vector<GeneratorParameter> parameters;
  /// The default of `values`: ones, uniform, LOW..HIGH, a number, or a word of the generator's own.
  /// Empty: there is no such parameter.
  std::string values;
  std::function<GeneratedPoints(GeneratorInput&)> make;

  /// All parameters, the common ones last.
  std::vector<GeneratorParameter> all_parameters() const;
};

/// The registry of generators.
using Generators = Registry<Generator, &Generator::name>;

}  // namespace fiberloom
