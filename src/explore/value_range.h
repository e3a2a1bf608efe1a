#pragma once

#include <string>

#include "base/yaml.h"

namespace fiberloom {

/// Values that are drawn rather than listed: {from: 2, to: 64, scale: log, integer: true}.
struct ValueRange {
  double from;
  double to;
  bool logarithmic = false;
  bool integer = false;

  /// The value at a fraction in [0, 1) of the range; grows with it. Whole numbers from `from` to
  /// `to` have equal shares of the range (of its logarithm).
  std::string at(double fraction) const;
};

ValueRange read_range(const YamlNode& node);

}  // namespace fiberloom
