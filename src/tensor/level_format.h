#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/registry.h"
#include "tensor/level.h"

namespace fiberloom {

/// What a level is packed from: entries sorted by storage order without duplicates, cut into one
/// run a parent reference: entries [starts[p], starts[p+1]) belong to reference p.
struct LevelInput {
  uint64_t size = 0;  ///< extent of the mode
  std::span<const std::span<const uint64_t>>
      columns;       ///< coordinates of this level, then of those below
  size_t group = 1;  ///< levels that share positions, this one the first
  bool last_of_group = true;
  std::span<const uint64_t> starts;
};

struct PackedLevel {
  std::unique_ptr<Level> level;
  std::vector<uint64_t> starts;  ///< the same for this level's own positions
};

/// The number of `fibers` of `size` coordinates together, for levels that take memory for each.
/// Throws Error (limit) beyond largest_level().
uint64_t checked_positions(uint64_t fibers, uint64_t size);

/// A level format: one file of this folder describes and registers each.
struct LevelFormat {
  char letter;       ///< in format strings
  std::string name;  ///< in graph files and reports
  std::string summary;
  bool full;       ///< every coordinate is stored (dense)
  bool unique;     ///< a coordinate stands once in a fiber
  bool singleton;  ///< one coordinate a parent position: only inside a COO group
  std::function<PackedLevel(const LevelInput&)> pack;
};

/// The registry of level formats.
class LevelFormats : public Registry<LevelFormat, &LevelFormat::letter> {
 public:
  using Registry::Registry;

  /// The letters of all with their names, for hints.
  static std::string letters();
};

}  // namespace fiberloom
