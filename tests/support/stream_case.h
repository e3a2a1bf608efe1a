#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/yaml.h"
#include "support/testbench.h"

namespace fiberloom::testing {

/// The stream of one port in a block test.
struct StreamSpec {
  std::string tokens;  ///< "0 2 S0 D"; "3..7" stands for 3 4 5 6 7
  std::vector<Cycle>
      at;  ///< in: when each is visible, one a cycle from 1 where empty; out: when it is pushed
  std::string from;  ///< in: an output of an extra block feeds it instead
  std::string kind;  ///< of a payload port
  std::string depth = "1";
  std::string fifo;          ///< slots; empty: as the config says
  uint64_t size = 0;         ///< extent of coordinates; 0: not known
  std::vector<Cycle> taken;  ///< out: when a token may be taken at the earliest
};

/// One block, what goes in and what must come out.
struct StreamCase {
  std::string name;
  std::string where;       ///< file and line
  std::string block;       ///< type
  std::string parameters;  ///< as in a graph file: "tensor: B, level: 0"
  std::string timing;
  std::string extra;  ///< further blocks, in YAML
  std::map<std::string, StreamSpec> in;
  std::map<std::string, StreamSpec> out;
  std::map<std::string, std::string> formats;  ///< of all tensors
  std::map<std::string, std::shared_ptr<const Tensor>> tensors;
  std::map<std::string, std::vector<std::optional<uint64_t>>> result_shapes;
  /// Of results by level: coordinates and ends, as the writers must have filled them.
  struct Stored {
    size_t first_level = 0;  ///< of `levels`
    std::vector<std::pair<std::vector<uint64_t>, std::vector<uint64_t>>> levels;
    std::vector<double> values;
  };
  std::map<std::string, Stored> stored;
  std::map<std::string, uint64_t> statistics;  ///< counters of the block
  std::vector<uint64_t> account;  ///< busy, stalled_in, stalled_out, idle of its main process
  std::optional<Cycle> cycles;
  std::string error;            ///< a part of the message, where the block must throw
  bool without_unborn = false;  ///< e of the stops that come out is not compared
  bool without_levels = false;  ///< nor is n
  bool without_stops = false;   ///< nor are the stops themselves
  MachineConfig config;
  ComponentType component = ComponentType::float64;
};

/// The cases of one file of tests/streams.
std::vector<StreamCase> read_stream_cases(const std::string& file);

/// Runs a case in all settings. Empty, or the first thing that is not as the case says.
std::string check_case(const StreamCase& test);

/// "1..3 S0" -> "1 2 3 S0".
std::string expand_ranges(const std::string& text);

}  // namespace fiberloom::testing
