#pragma once

#include <nlohmann/json_fwd.hpp>

#include "blocks/sam_vectors.h"

namespace fiberloom::testing {

SamVector accumulate1(const nlohmann::json& vector);
SamVector accumulate2(const nlohmann::json& vector);
SamVector accumulate_points1(const nlohmann::json& vector);
SamVector accumulate_points2(const nlohmann::json& vector);

}  // namespace fiberloom::testing
