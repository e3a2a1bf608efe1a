#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "reference/relation.h"
#include "tensor/coordinate_list.h"

namespace fiberloom {

/// A tensor as the reference evaluator computed it: a table of points; all others are 0.
class Reference {
 public:
  using Table = std::variant<std::shared_ptr<Relation<int32_t>>, std::shared_ptr<Relation<int64_t>>,
                             std::shared_ptr<Relation<float>>, std::shared_ptr<Relation<double>>>;

  Reference(std::vector<uint64_t> shape, Table table)
      : shape_(std::move(shape)), table_(std::move(table)) {}

  const std::vector<uint64_t>& shape() const { return shape_; }
  ComponentType type() const { return static_cast<ComponentType>(table_.index()); }
  size_t size() const { return points().size(); }
  const PointTable& points() const {
    return std::visit([](const auto& t) -> const PointTable& { return t->points(); }, table_);
  }

  struct Element {
    double value = 0;   ///< an int64 beyond 2^53 is rounded
    Accuracy accuracy;  ///< the sum of |terms|, their number
  };
  Element element(size_t id) const;
  /// The element at these coordinates; nothing where no term contributes.
  std::optional<Element> at(std::span<const uint64_t> point) const;

  /// About what its points take.
  uint64_t bytes() const {
    return size() * (points().bytes_per_point() + sizeof(double) + sizeof(Accuracy));
  }
  /// As a list of points, unsorted, the zeros that were computed included.
  CoordinateList list() const;

  const Table& table() const { return table_; }

 private:
  std::vector<uint64_t> shape_;
  Table table_;
};

}  // namespace fiberloom
