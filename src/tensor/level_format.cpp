#include "tensor/level_format.h"

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/tensor.h"

namespace fiberloom {
std::string LevelFormats::letters() {
  std::string text;
  for (const LevelFormat* format : all()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", format->letter, format->name);
  }
  return text;
}

uint64_t checked_positions(uint64_t fibers, uint64_t size) {
  if (fibers != 0 && size > largest_level() / fibers) {
    throw Error(
        ExitCode::limit,
        fmt::format("a level of {} fibers with all their {} coordinates does not fit into "
                    "memory",
                    fibers, size),
        {},
        fmt::format("at most {} positions; a compressed level (s) stores only what is there",
                    largest_level()));
  }
  return fibers * size;
}

}  // namespace fiberloom
