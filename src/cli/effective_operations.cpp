#include "cli/effective_operations.h"

#include <map>
#include <string>

#include "sim/token.h"

namespace fiberloom {

uint64_t effective_operations(const RunStatistics& statistics) {
  std::map<std::string, uint64_t> values;  // by output port
  std::map<std::string, std::string> types;
  uint64_t operations = 0;
  for (const BlockStatistics& block : statistics.blocks) {
    types[block.name] = block.type;
    for (const OutputStatistics& output : block.outputs) {
      const uint64_t data = output.tokens[static_cast<size_t>(TokenKind::data)];
      values[block.name + "." + output.name] = data;
      operations += block.type == "alu" ? data : 0;
    }
  }
  for (const ChannelStatistics& channel : statistics.channels) {
    const size_t arrow = channel.name.find("->");
    if (arrow == std::string::npos) {
      continue;
    }
    const std::string to = channel.name.substr(arrow + 2);
    const size_t dot = to.rfind('.');
    const std::string& type = types[to.substr(0, dot)];
    if ((type == "reducer" || type == "accumulator") && to.substr(dot + 1) == "val") {
      operations += values[channel.name.substr(0, arrow)];
    }
  }
  return operations;
}

}  // namespace fiberloom
