#include "loopnest/walk.h"

#include <algorithm>
#include <numeric>

#include "tensor/level_format.h"

namespace fiberloom {

bool Walk::full(size_t level) const { return LevelFormats::find(format.letters[level])->full; }

size_t position_in(const IndexVariables& order, const std::string& variable) {
  return static_cast<size_t>(std::ranges::find(order, variable) - order.begin());
}

Walk walk_of(const Access& access, const TensorFormat& format, const IndexVariables& order) {
  // Modes of one variable (a diagonal) keep the order in which they are stored.
  std::vector<size_t> modes = format.order;
  std::ranges::stable_sort(modes, {},
                           [&](size_t mode) { return position_in(order, access.indices[mode]); });
  Walk walk{.tensor = access.tensor, .format = {.letters = format.letters, .order = modes}};
  for (const size_t mode : modes) {
    walk.variables.push_back(access.indices[mode]);
  }
  walk.repacked = modes != format.order;
  return walk;
}

}  // namespace fiberloom
