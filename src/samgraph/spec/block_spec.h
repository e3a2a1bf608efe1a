#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "samgraph/spec/parameters.h"
#include "samgraph/spec/stream_kind.h"

namespace fiberloom {

/// The nesting depth of a port's stream: d + offset + per_index * K + per_count * N, where d
/// belongs to the block, K is the port's number and N how often the block's first numbered input
/// stands.
struct DepthRule {
  enum class From : uint8_t {
    block,   ///< as above
    mirror,  ///< that of the mirrored input
    deeper,  ///< any depth from d + offset on (a dropper's passengers)
    any,     ///< not constrained; from a parameter (source) or the feeding stream (sink)
  };
  From from = From::block;
  int offset = 0;
  int per_index = 0;
  int per_count = 0;
};

/// What the references of a port point to.
enum class Refers : uint8_t {
  nothing,     ///< not references, or whatever is mirrored
  parent,      ///< the level above `level` of `tensor`, or the root
  level,       ///< `level` of `tensor`
  last_level,  ///< the last level of `tensor`, which indexes its values
  own,         ///< a store of the block's own (buffer)
};

/// One port, or one family of numbered ports. In a family's name {s} and {k} stand for numbers:
/// "in{s}_{k}" is in0_0, in0_1, in1_0, ...
struct PortSpec {
  std::string name;
  std::optional<StreamKind> kind{};  ///< none: a payload, of the kind of what feeds it
  DepthRule depth{};
  std::string summary{};
  bool optional = false;              ///< may be left unconnected: the root stream, or not there
  std::vector<StreamKind> payload{};  ///< for a payload: the kinds it may have
  std::string mirrors{};  ///< an output: the input family whose numbers, kind and depth it has
  uint64_t first = 0;     ///< the lowest {k} of a family, or {s} where it has one
  uint64_t least = 1;     ///< how many of a family there must be
  Refers refers = Refers::nothing;
  /// The port is there only if this holds; empty: always.
  std::function<bool(const Parameters&)> present{};
};

/// A count that a block keeps besides those that every block has.
struct StatisticSpec {
  std::string name;
  std::string summary;
};

/// Everything that anyone but the block itself knows of a block type: graph loader, checker,
/// `fiberloom blocks`, report and docs read this table, nothing switches on the type's name.
struct BlockSpec {
  std::string type;
  std::string summary;
  std::vector<std::string> aliases{};  ///< names of SAM's
  std::vector<PortSpec> inputs{};
  std::vector<PortSpec> outputs{};
  std::vector<ParameterSpec> parameters{};
  std::vector<ParameterSpec> timing{};  ///< besides latency and initiation_interval
  std::vector<StatisticSpec> statistics{};
  bool ends_run = false;  ///< the run is over when all of these have taken D
};

/// The timing keys that every block type has.
const std::vector<ParameterSpec>& common_timing();

/// The parameter `tensor` of a block that reads a tensor.
ParameterSpec tensor_parameter();
/// The parameters `tensor` and `level` of a block that reads one level.
std::vector<ParameterSpec> level_parameters();

/// The registry of block types.
class BlockSpecs {
 public:
  /// Throws std::logic_error where the type is registered already.
  static void add(BlockSpec spec);
  /// By type or alias; null where there is none.
  static const BlockSpec* find(std::string_view type);
  /// All, by type.
  static std::vector<const BlockSpec*> all();
  static std::vector<std::string> names();
};

}  // namespace fiberloom
