#include "sim/config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/spelling.h"
#include "samgraph/parameter_yaml.h"

namespace fiberloom {
namespace {

/// Beyond what any machine has; keeps seconds finite.
constexpr double kSlowestClock = 1e-3;
constexpr double kFastestClock = 1e15;

uint64_t cycles_or(YamlMap& map, const std::string& key, uint64_t least, uint64_t fallback) {
  const auto node = map.find(key);
  return node ? read_cycles(*node, key, least, {}) : fallback;
}

void merge_fifo(const YamlNode& node, MachineConfig::Fifo& fifo) {
  YamlMap map = node.as_map("fifo");
  if (const auto depth = map.find("depth")) {
    fifo.depth = read_fifo_depth(*depth, {});
  }
  fifo.send_latency = cycles_or(map, "send_latency", 1, fifo.send_latency);
  fifo.return_latency = cycles_or(map, "return_latency", 1, fifo.return_latency);
  map.finish();
}

nlohmann::json to_json(const ParameterValue& value) {
  return std::visit([](const auto& v) { return nlohmann::json(v); }, value);
}

}  // namespace

MachineConfig::MachineConfig() {
  for (const BlockSpec* spec : BlockSpecs::all()) {
    Parameters& keys = blocks_[spec->type];
    for (const auto* list : {&common_timing(), &spec->timing}) {
      for (const ParameterSpec& key : *list) {
        keys.set(key.name, key.fallback);
      }
    }
  }
}

void MachineConfig::merge(const YamlNode& file) {
  YamlMap map = file.as_map("a config");
  if (const auto node = map.find("clock_hz")) {
    clock_hz = node->as_real("clock_hz");
    if (!(clock_hz > 0)) {
      throw node->error("clock_hz must be above 0");
    }
    if (clock_hz < kSlowestClock || clock_hz > kFastestClock) {
      throw node->error(
          fmt::format("clock_hz must be from {:g} to {:g}", kSlowestClock, kFastestClock));
    }
  }
  if (const auto node = map.find("fifo")) {
    merge_fifo(*node, fifo);
  }
  root_latency = cycles_or(map, "root_latency", 0, root_latency);
  if (const auto node = map.find("blocks")) {
    YamlMap types = node->as_map("blocks");
    for (const auto& entry : types.entries()) {
      const BlockSpec* spec = BlockSpecs::find(entry.key);
      if (spec == nullptr) {
        throw entry.key_node.error(fmt::format("there is no block type '{}'", entry.key),
                                   suggestion(entry.key, BlockSpecs::names(), "types"));
      }
      const Parameters keys = read_timing(entry.value, *spec, {});
      for (const auto& [name, value] : keys.all()) {
        blocks_[spec->type].set(name, value);
      }
    }
  }
  map.finish();
}

void MachineConfig::set(const std::string& assignment) {
  const size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw bad_input(fmt::format("--set takes PATH=VALUE, not '{}'", assignment), {},
                    "for example --set fifo.depth=4");
  }
  // As YAML in flow style, so that one reader knows the keys.
  std::string text;
  std::string closing;
  std::string path = assignment.substr(0, equals);
  for (size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.')) {
    text += fmt::format("{{{}: ", path.substr(0, dot));
    closing += '}';
    path.erase(0, dot + 1);
  }
  text += fmt::format("{{{}: {}}}{}", path, assignment.substr(equals + 1), closing);
  merge(YamlNode::parse(text, "--set " + assignment));
}

Parameters MachineConfig::timing_of(const BlockNode& block) const {
  Parameters timing = blocks_.at(block.spec->type);
  for (const auto& [name, value] : block.timing.all()) {
    timing.set(name, value);
  }
  return timing;
}

nlohmann::json MachineConfig::to_json() const {
  nlohmann::json blocks = nlohmann::json::object();
  for (const auto& [type, keys] : blocks_) {
    for (const auto& [name, value] : keys.all()) {
      blocks[type][name] = fiberloom::to_json(value);
    }
  }
  return {{"clock_hz", clock_hz},
          {"fifo",
           {{"depth", fifo.depth == 0 ? nlohmann::json("unbounded") : nlohmann::json(fifo.depth)},
            {"send_latency", fifo.send_latency},
            {"return_latency", fifo.return_latency}}},
          {"root_latency", root_latency},
          {"blocks", blocks}};
}

std::string MachineConfig::to_yaml() const {
  std::string out = fmt::format(
      "clock_hz: {}\nfifo: {{depth: {}, send_latency: {}, return_latency: {}}}\n"
      "root_latency: {}\nblocks:\n",
      clock_hz, fifo.depth == 0 ? "unbounded" : std::to_string(fifo.depth), fifo.send_latency,
      fifo.return_latency, root_latency);
  for (const auto& [type, keys] : blocks_) {
    std::string line;
    for (const auto& [name, value] : keys.all()) {
      line += fmt::format("{}{}: {}", line.empty() ? "" : ", ", name, fiberloom::to_yaml(value));
    }
    out += fmt::format("  {}: {{{}}}\n", type, line);
  }
  return out;
}

}  // namespace fiberloom
