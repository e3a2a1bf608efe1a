#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/process.h"
#include "sim/token.h"

namespace fiberloom {

enum class RunStatus : uint8_t { finished, deadlock, limit, interrupted };

struct ProcessStatistics {
  std::string name;
  CycleCount cycles;
  uint64_t firings = 0;
  uint64_t taken = 0;       ///< tokens
  double host_seconds = 0;  ///< with RunOptions::profile
};

struct OutputStatistics {
  std::string name;
  std::array<uint64_t, kTokenKinds> tokens{};  ///< by TokenKind
};

struct BlockStatistics {
  std::string name;
  std::string type;
  std::vector<ProcessStatistics> processes;
  std::vector<OutputStatistics> outputs;
  std::vector<std::pair<std::string, uint64_t>> counters;  ///< the spec's statistics
};

struct ChannelStatistics {
  std::string name;
  uint64_t tokens = 0;
  uint64_t left = 0;                      ///< tokens that nobody took
  uint64_t depth = 0;                     ///< 0: unbounded
  std::optional<uint64_t> max_occupancy;  ///< slots in use at once, where it was measured
};

/// A process that cannot go on in a deadlock, and what it waits for.
struct Wait {
  std::string process;
  std::string text;
};

/// What a run did. All times in cycles.
struct RunStatistics {
  RunStatus status = RunStatus::finished;
  Cycle cycles = 0;
  uint64_t tokens = 0;  ///< that left output ports, fan-out counted once
  std::vector<BlockStatistics> blocks;
  std::vector<ChannelStatistics> channels;
  std::vector<Wait> waits;  ///< of a deadlock
};

}  // namespace fiberloom
