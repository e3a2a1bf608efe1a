#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/shared_options.h"
#include "einsum/sizes.h"
#include "einsum/statement.h"
#include "einsum/typing.h"
#include "tensor/coordinate_list.h"
#include "tensor/tensor.h"

namespace fiberloom {

/// What must be given data, and how it is stored.
struct OperandNeed {
  std::string name;
  TensorFormat format;
  std::string of{};  ///< the operand that gives the data; empty: it has this name

  const std::string& source() const { return of.empty() ? name : of; }
};

/// An operand that has been read or made, and packed.
struct LoadedOperand {
  std::string origin;  ///< the file, or the recipe
  Tensor tensor;
  uint64_t nonzeros = 0;
  std::string source{};     ///< the operand's name in the expression
  double pack_seconds = 0;  ///< of the host
};

/// The data of a run: operands in storage, and the sizes of all index variables.
struct Workload {
  std::map<std::string, LoadedOperand> operands;
  IndexSizes sizes;
  ComponentTypes types;  ///< of -t, results included
};

/// The types that -t gives. Throws Error (bad_input): there is no such type.
ComponentTypes parse_types(const std::vector<std::string>& options);

/// The types that are known before the program is typed: of -t, and of the operands.
ComponentTypes known_types(const Workload& workload);

/// What a graph says of sizes.
struct GraphSizes {
  std::map<std::string, uint64_t> given;  ///< of index variables
  std::set<std::string> asked{};          ///< index variables whose size its blocks need
};

/// Reads, makes and packs the operands; `given` ones are there already. With a program, index sizes
/// are found and shapes fitted to them; a -d overrides what the graph gives. A result that is only
/// accumulated into starts empty where it has no data. Throws Error: an operand without data, data
/// for what is no operand, sizes that contradict each other.
Workload load_workload(const WorkloadOptions& options, const std::vector<OperandNeed>& needs,
                       const Program& program, const GraphSizes& sizes,
                       const std::map<std::string, CoordinateList>& given = {});

}  // namespace fiberloom
