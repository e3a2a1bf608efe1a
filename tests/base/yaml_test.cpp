#include "base/yaml.h"

#include <functional>

#include <catch2/catch.hpp>

namespace fiberloom {
namespace {

std::string fault_of(const std::string& text, const std::function<void(YamlMap&)>& read) {
  try {
    YamlMap map = YamlNode::parse(text, "t.yaml").as_map("a test");
    read(map);
    map.finish();
  } catch (const Error& error) {
    return error.render();
  }
  return "";
}

}  // namespace

TEST_CASE("an unknown key is refused with the nearest one", "[base]") {
  CHECK(fault_of("depht: 4\n", [](YamlMap& map) { map.find("depth"); }) ==
        "t.yaml:1:1: error: a test has no key 'depht'\n"
        "    1 | depht: 4\n"
        "      | ^~~~~ did you mean 'depth'?");
}

TEST_CASE("a key that stands twice is refused", "[base]") {
  CHECK(fault_of("a: 1\na: 2\n", [](YamlMap&) {}).find("t.yaml:2:1: error: key 'a' stands twice") ==
        0);
}

TEST_CASE("a missing key and a value of the wrong kind are refused where they stand", "[base]") {
  CHECK(fault_of("{}", [](YamlMap& map) { map.require("type"); }) ==
        "t.yaml:1:1: error: a test needs the key 'type'\n    1 | {}\n      | ^");
  CHECK(fault_of("a: -3\n", [](YamlMap& map) {
          map.require("a").as_unsigned("a");
        }).find("t.yaml:1:4: error: a must be a whole number from 0, not '-3'") == 0);
  CHECK(fault_of("a: 18446744073709551616\n", [](YamlMap& map) {
          map.require("a").as_unsigned("a");
        }).find("must be a whole number") != std::string::npos);
}

TEST_CASE("text that is no YAML is refused with its place", "[base]") {
  CHECK_THROWS_AS(YamlNode::parse("a: [1, 2", "t.yaml"), Error);
  CHECK_THROWS_AS(YamlNode::parse("a: 1\n---\nb: 2\n", "t.yaml"), Error);
}

}  // namespace fiberloom
