#include "tensor/level_format.h"

#include <map>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

/// A function's static, because formats register before main in no particular order.
std::map<char, LevelFormat>& registry() {
  static std::map<char, LevelFormat> formats;
  return formats;
}

}  // namespace

LevelFormats::LevelFormats(LevelFormat format) {
  const char letter = format.letter;
  registry().emplace(letter, std::move(format));
}

const LevelFormat* LevelFormats::find(char letter) {
  const auto found = registry().find(letter);
  return found == registry().end() ? nullptr : &found->second;
}

std::vector<const LevelFormat*> LevelFormats::all() {
  std::vector<const LevelFormat*> formats;
  for (const auto& [letter, format] : registry()) {
    formats.push_back(&format);
  }
  return formats;
}

std::string LevelFormats::letters() {
  std::string text;
  for (const auto& [letter, format] : registry()) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", letter, format.name);
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
