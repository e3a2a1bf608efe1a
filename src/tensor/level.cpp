#include "tensor/level.h"

#include <fmt/format.h>

#include "base/diagnostic.h"

namespace fiberloom {

uint64_t Level::bytes() const {
  uint64_t sum = 0;
  for (const LevelArray& array : arrays()) {
    sum += array.bytes();
  }
  return sum;
}

void Level::refuse(uint64_t reference, uint64_t fibers) {
  throw bad_input(
      fmt::format("the level has no fiber for reference {}", reference), {},
      fibers == 0 ? "it has no fiber at all" : fmt::format("references are 0 to {}", fibers - 1));
}

LevelArray Level::array_of(std::string_view name, const IndexArray& numbers) {
  return numbers.visit([name](const auto& v) {
    return LevelArray{name, v.data(), v.size(), sizeof(v[0])};
  });
}

}  // namespace fiberloom
