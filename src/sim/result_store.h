#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tensor/coordinate_list.h"
#include "tensor/index_array.h"
#include "tensor/tensor_format.h"
#include "tensor/values.h"

namespace fiberloom {

/// One level of a result, as its writer fills it.
struct WrittenLevel {
  bool dense = false;
  std::optional<uint64_t> size;  ///< extent of the mode; dense levels need it
  IndexArray coordinates;        ///< compressed: appended
  std::vector<uint64_t> ends;    ///< compressed: of fiber p, where its coordinates end
  uint64_t parents = 0;          ///< fibers that were closed
};

/// The storage that the writers of one result tensor fill.
class ResultStore {
 public:
  /// `shape` is by mode; a size that is not known is none.
  ResultStore(std::string name, TensorFormat format, std::vector<std::optional<uint64_t>> shape,
              ComponentType type);

  const std::string& name() const { return name_; }
  const TensorFormat& format() const { return format_; }
  WrittenLevel& level(size_t k) { return levels_[k]; }
  /// Gives level k the size `size` if it has none yet.
  void set_size(size_t k, uint64_t size);
  Values& values() { return values_; }
  size_t levels() const { return levels_.size(); }

  /// Positions of dense levels that a value is stored for; a claimed size must not exhaust memory.
  static void check_position(const std::string& name, uint64_t position);

  /// The points that were written. Entries of dense levels that are 0 are left out, as padding;
  /// with `drop_zeros` every zero is. Throws Error (bad_input) where the levels do not fit
  /// together: only a wrong graph can do that.
  CoordinateList points(bool drop_zeros) const;
  /// Values stored, padding of dense levels included.
  uint64_t stored() const { return values_.size(); }
  uint64_t bytes() const;

 private:
  /// Nothing is stored at or after this position of level k.
  bool beyond(size_t k, uint64_t position) const;
  void walk(size_t k, uint64_t position, std::vector<uint64_t>& path, bool drop_zeros,
            CoordinateList& list) const;

  std::string name_;
  TensorFormat format_;
  std::vector<std::optional<uint64_t>> shape_;
  std::vector<WrittenLevel> levels_;
  Values values_;
};

}  // namespace fiberloom
