#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/yaml.h"
#include "explore/setting.h"
#include "explore/value_range.h"

namespace fiberloom {

/// A setting that differs from point to point.
struct Axis {
  struct Value {
    std::string text;
    Location where;
  };

  std::string name;
  Location where;
  std::vector<Value> values{};
  std::optional<ValueRange> range{};  ///< instead of values
};

/// Axes that move together: choice k of all is value k of each. A range is alone.
struct Dimension {
  std::vector<size_t> axes;
  size_t choices = 0;  ///< 0 for a range
};

/// How points are taken from the dimensions.
struct Sampling {
  enum class Kind { grid, random, latin };

  Kind kind = Kind::grid;
  size_t points = 0;  ///< of random and latin
  uint64_t seed = 1;
  Location where{};
};

/// A sweep's file, read.
struct SweepSpec {
  std::string file;
  std::vector<Setting> settings{};  ///< of every point, before its axes
  std::vector<Measure> measures{};
  std::optional<uint64_t> repeat{};  ///< timed runs of the kernel
  bool check = false;
  std::vector<Axis> axes{};
  std::vector<Dimension> dimensions{};
  Sampling sampling{};
  std::vector<YamlNode> where{};

  bool measures_of(Measure measure) const;
  std::vector<std::string> axis_names() const;
  /// A path of the file as the program is to open it.
  std::string resolve(const std::string& path) const;
};

/// Whether a YAML file is a sweep's, by its keys.
bool is_sweep(const YamlNode& file);

/// Throws Error (bad_input) at the place of what is wrong. Names of tensors, config keys and such
/// are not checked: that takes the rest of the program.
SweepSpec read_sweep(const YamlNode& node, const std::string& file);

}  // namespace fiberloom
