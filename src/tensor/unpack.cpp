#include <array>
#include <bit>
#include <type_traits>

#include "tensor/level_format.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

/// Whether a value is what the padding of dense levels holds: a zero, but not a negative one.
template <class T>
bool is_padding(T value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<uint32_t>(value) == 0;
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<uint64_t>(value) == 0;
  } else {
    return value == 0;
  }
}

/// Walks the tree of levels depth first and collects its points.
template <class T>
class Unpacker {
 public:
  explicit Unpacker(const Tensor& tensor)
      : tensor_(tensor),
        stored_values_(tensor.values().as<T>()),
        point_(tensor.order()),
        columns_(tensor.order()) {
    const auto& letters = tensor.format().letters;
    padded_ = letters.empty() ? tensor.stored() == 0 : LevelFormats::find(letters.back())->full;
  }

  CoordinateList unpack() {
    walk(0, 0);
    return {.shape = tensor_.shape(), .columns = std::move(columns_), .values = std::move(values_)};
  }

 private:
  static constexpr size_t kChunk = 256;

  void walk(size_t k, uint64_t reference) {
    if (k == tensor_.order()) {
      add_point(reference);
      return;
    }
    const Level& level = tensor_.level(k);
    uint64_t& coordinate = point_[tensor_.format().order[k]];
    FiberCursor cursor = level.open(reference);
    std::array<uint64_t, kChunk> coordinates;
    std::array<uint64_t, kChunk> references;
    while (const size_t n = level.read(cursor, kChunk, coordinates.data(), references.data())) {
      for (size_t i = 0; i < n; ++i) {
        coordinate = coordinates[i];
        walk(k + 1, references[i]);
      }
    }
  }

  void add_point(uint64_t position) {
    const T value = stored_values_[position];
    if (padded_ && is_padding(value)) {
      return;
    }
    for (size_t mode = 0; mode < point_.size(); ++mode) {
      columns_[mode].push_back(point_[mode]);
    }
    values_.push_back(value);
  }

  const Tensor& tensor_;
  const std::vector<T>& stored_values_;
  bool padded_ = false;
  std::vector<uint64_t> point_;
  std::vector<std::vector<uint64_t>> columns_;
  std::vector<T> values_;
};

}  // namespace

CoordinateList unpack(const Tensor& tensor) {
  return with_component_type(tensor.values().type(),
                             [&](auto zero) { return Unpacker<decltype(zero)>(tensor).unpack(); });
}

}  // namespace fiberloom
