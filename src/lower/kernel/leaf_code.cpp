#include "lower/kernel/leaf_code.h"

#include <fmt/format.h>

namespace fiberloom {

std::string row_major(const std::string& above, const std::string& size,
                      const std::string& coordinate) {
  if (above == "0") {
    return coordinate;
  }
  const bool is_name = above.find(' ') == std::string::npos;
  return fmt::format("{} * {} + {}", is_name ? above : "(" + above + ")", size, coordinate);
}

}  // namespace fiberloom
