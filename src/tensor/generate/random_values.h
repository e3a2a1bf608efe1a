#pragma once

#include "tensor/component_type.h"
#include "tensor/generate/random.h"
#include "tensor/generate/recipe.h"
#include "tensor/values.h"

namespace fiberloom {

/// `count` values by the parameter `values` of a recipe. Throws Error (bad_input).
Values random_values(const Recipe& recipe, size_t count, ComponentType type, Random& random);

}  // namespace fiberloom
