#include "reference/reference.h"

namespace fiberloom {

Reference::Element Reference::element(size_t id) const {
  return std::visit(
      [id](const auto& table) {
        const auto cell = table->cell(id);
        return Element{static_cast<double>(cell.value), cell};
      },
      table_);
}

std::optional<Reference::Element> Reference::at(std::span<const uint64_t> point) const {
  const auto id = points().find(point);
  return id ? std::optional(element(*id)) : std::nullopt;
}

CoordinateList Reference::list() const {
  CoordinateList list;
  list.shape = shape_;
  list.columns.assign(shape_.size(), std::vector<uint64_t>(size()));
  for (size_t id = 0; id < size(); ++id) {
    for (size_t mode = 0; mode < shape_.size(); ++mode) {
      list.columns[mode][id] = points()[id][mode];
    }
  }
  list.values = Values(type(), size());
  std::visit(
      [&](const auto& table) {
        using T = decltype(table->cell(0).value);
        for (size_t id = 0; id < size(); ++id) {
          list.values.template as<T>()[id] = table->cell(id).value;
        }
      },
      table_);
  return list;
}

}  // namespace fiberloom
