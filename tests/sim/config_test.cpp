#include "sim/config.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/yaml.h"
#include "support/testbench.h"

namespace fiberloom {
namespace {

MachineConfig merged(const std::vector<std::string>& files) {
  MachineConfig config;
  for (const std::string& text : files) {
    config.merge(YamlNode::parse(text, "config.yaml"));
  }
  return config;
}

uint64_t timing(const MachineConfig& config, const std::string& type, const std::string& key) {
  const BlockNode node{.name = "b", .spec = BlockSpecs::find(type)};
  return config.timing_of(node).count(key);
}

TEST_CASE("the machine without a config is the ideal one", "[sim]") {
  MachineConfig from_file;
  from_file.merge(YamlNode::load(FIBERLOOM_SOURCE "/configs/ideal.yaml"));
  CHECK(MachineConfig().to_json() == from_file.to_json());
  CHECK(timing(MachineConfig(), "scanner", "latency") == 1);
  CHECK(timing(MachineConfig(), "scanner", "fiber_startup") == 0);
}

TEST_CASE("configs are merged left to right, key by key", "[sim]") {
  const MachineConfig config =
      merged({"fifo: {depth: 4, send_latency: 2}\nblocks: {scanner: {latency: 3}}",
              "clock_hz: 2e9\nfifo: {depth: unbounded}\n"
              "blocks: {scanner: {initiation_interval: 2}, alu: {latency: 5}}"});
  CHECK(config.clock_hz == 2e9);
  CHECK(config.fifo.depth == 0);
  CHECK(config.fifo.send_latency == 2);
  CHECK(config.fifo.return_latency == 1);
  CHECK(timing(config, "scanner", "latency") == 3);
  CHECK(timing(config, "scanner", "initiation_interval") == 2);
  CHECK(timing(config, "alu", "latency") == 5);
  CHECK(timing(config, "array", "latency") == 1);
}

TEST_CASE("the option --set changes one value, wherever it stands", "[sim]") {
  MachineConfig config;
  config.set("fifo.depth=4");
  config.set("blocks.scanner.latency=7");
  config.set("blocks.intersect.looks_ahead=true");
  config.set("clock_hz=5e8");
  config.set("root_latency=0");
  CHECK(config.fifo.depth == 4);
  CHECK(timing(config, "scanner", "latency") == 7);
  CHECK(config.to_json()["blocks"]["intersect"]["looks_ahead"] == true);
  CHECK(config.clock_hz == 5e8);
  CHECK(config.root_latency == 0);
}

TEST_CASE("a graph's own timing comes before the machine's", "[sim]") {
  MachineConfig config = merged({"blocks: {alu: {latency: 5, initiation_interval: 3}}"});
  BlockNode node{.name = "b", .spec = BlockSpecs::find("alu")};
  node.timing.set("latency", uint64_t{2});
  CHECK(config.timing_of(node).count("latency") == 2);
  CHECK(config.timing_of(node).count("initiation_interval") == 3);
}

TEST_CASE("a resolved config reads back to itself", "[sim]") {
  const MachineConfig config =
      merged({"clock_hz: 1.5e9\nfifo: {depth: 6, return_latency: 2}\nroot_latency: 3\n"
              "blocks: {accumulator: {buffers: 2, closes_with_next: true}}"});
  CHECK(merged({config.to_yaml()}).to_json() == config.to_json());
}

struct Fault {
  std::string text;
  std::string message;
  int line;
  int column;
  std::string hint;
};

TEST_CASE("what is wrong in a config is named with its place", "[sim]") {
  const std::vector<Fault> faults = {
      {"fifos: {depth: 4}", "has no key 'fifos'", 1, 1, "fifo"},
      {"fifo: {dept: 4}", "has no key 'dept'", 1, 8, "depth"},
      {"fifo: {depth: 0}", "depth must be from 1 to 1048576, or unbounded", 1, 15, ""},
      {"fifo: {depth: deep}", "depth must be a whole number from 1, or unbounded, not 'deep'", 1,
       15, ""},
      {"fifo: {depth: 2000000}", "depth must be from 1 to 1048576, or unbounded", 1, 15, ""},
      {"fifo:\n  send_latency: 0", "send_latency must be 1 or more", 2, 17, ""},
      {"fifo: {return_latency: -1}", "return_latency", 1, 24, ""},
      {"fifo: 4", "fifo", 1, 7, ""},
      {"clock_hz: -1", "clock_hz must be above 0", 1, 11, ""},
      {"clock_hz: 0", "clock_hz must be above 0", 1, 11, ""},
      {"clock_hz: inf", "clock_hz must be from 0.001 to 1e+15", 1, 11, ""},
      {"clock_hz: 1e-300", "clock_hz must be from 0.001 to 1e+15", 1, 11, ""},
      {"clock_hz: fast", "clock_hz", 1, 11, ""},
      {"fifo: {send_latency: 4611686018427387904}", "send_latency must be at most 1000000000", 1,
       22, ""},
      {"blocks: {alu: {latency: 1000000001}}", "latency must be at most 1000000000", 1, 25, ""},
      {"root_latency: 18446744073709551615", "root_latency must be at most 1000000000", 1, 15, ""},
      {"blocks: {scaner: {latency: 2}}", "there is no block type 'scaner'", 1, 10, "scanner"},
      {"blocks: {scanner: {latncy: 2}}", "has no key 'latncy'", 1, 20, "latency"},
      {"blocks: {scanner: {latency: 0}}", "latency must be 1 or more", 1, 29, ""},
      {"blocks: {scanner: {latency: 1.5}}", "latency must be a whole number from 0, not '1.5'", 1,
       29, ""},
      {"blocks: {alu: {initiation_interval: 0}}", "initiation_interval must be 1 or more", 1, 37,
       ""},
      {"blocks: {union: {looks_ahead: maybe}}", "looks_ahead must be true or false, not 'maybe'", 1,
       31, ""},
      {"blocks: {alu: {fiber_startup: 1}}", "has no key 'fiber_startup'", 1, 16, ""},
      {"root_latency: soon", "root_latency", 1, 15, ""},
      {"fifo: {depth: 4, depth: 5}", "depth", 1, 18, ""},
      {"- 1", "a config", 1, 1, ""}};
  for (const Fault& fault : faults) {
    INFO(fault.text);
    try {
      merged({fault.text});
      FAIL("was taken");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_input);
      CHECK_THAT(error.message(), Catch::Contains(fault.message));
      CHECK(error.where().line == fault.line);
      CHECK(error.where().column == fault.column);
      CHECK_THAT(error.hint(), Catch::Contains(fault.hint));
    }
  }
}

TEST_CASE("a --set that cannot be", "[sim]") {
  for (const std::string text : {"fifo.depth", "=4", "fifo.depth=0", "fifo.dpth=4", "fifo=4",
                                 "blocks.scanner=3", "fifo.depth={", ""}) {
    INFO(text);
    MachineConfig config;
    CHECK_THROWS_AS(config.set(text), Error);
  }
}

}  // namespace
}  // namespace fiberloom
