#include "explore/sweep_text.h"

#include <catch2/catch.hpp>

namespace fiberloom {

SweepSpec sweep_of(const std::string& text) {
  const std::string file = "configs/sweeps/test.yaml";
  return read_sweep(YamlNode::parse(text, file), file);
}

std::vector<std::vector<std::string>> points_of(const std::string& text) {
  const SweepSpec spec = sweep_of(text);
  std::vector<std::vector<std::string>> made;
  for (const SweepPoint& point : make_points(spec)) {
    CHECK(point.number == made.size() + 1);
    made.push_back(point.values);
  }
  return made;
}

Error sweep_error(const std::string& text) {
  try {
    points_of(text);
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error:\n" << text);
  return bad_input("");
}

}  // namespace fiberloom
