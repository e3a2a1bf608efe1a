#include "explore/value_range.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/spelling.h"

namespace fiberloom {
namespace {

constexpr double kLargestWhole = 9007199254740992.0;  // 2^53: beyond it reals have gaps

void check_whole(const YamlNode& node, double value) {
  if (value != std::floor(value) || std::abs(value) > kLargestWhole) {
    throw node.error("the ends of a range with 'integer: true' are whole numbers");
  }
}

}  // namespace

std::string ValueRange::at(double fraction) const {
  const double end = integer ? to + 1 : to;
  const double value =
      logarithmic ? from * std::pow(end / from, fraction) : from + (end - from) * fraction;
  if (integer) {
    return fmt::format("{:.0f}", std::clamp(std::floor(value), from, to));
  }
  return fmt::format("{}", std::clamp(value, from, to));
}

ValueRange read_range(const YamlNode& node) {
  YamlMap map = node.as_map("a range");
  const YamlNode from = map.require("from");
  const YamlNode to = map.require("to");
  ValueRange range{.from = from.as_real("from"), .to = to.as_real("to")};
  if (const auto scale = map.find("scale")) {
    const std::string& word = scale->as_string("scale");
    if (word != "log" && word != "linear") {
      throw scale->error(fmt::format("scale cannot be '{}'", word),
                         suggestion(word, {"linear", "log"}, "scales"));
    }
    range.logarithmic = word == "log";
  }
  if (const auto integer = map.find("integer")) {
    range.integer = integer->as_boolean("integer");
  }
  map.finish();
  if (!(std::isfinite(range.from) && std::isfinite(range.to) && range.from < range.to)) {
    throw to.error("'to' must be above 'from'");
  }
  if (range.logarithmic && range.from <= 0) {
    throw from.error("a logarithmic range starts above 0");
  }
  if (range.integer) {
    check_whole(from, range.from);
    check_whole(to, range.to);
  }
  return range;
}

}  // namespace fiberloom
