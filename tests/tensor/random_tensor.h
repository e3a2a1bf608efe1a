#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "tensor/tensor.h"

namespace fiberloom::testing {

/// A tensor as plainly as it can be written: coordinates to value.
using PointMap = std::map<std::vector<uint64_t>, double>;

/// The entries of a list by coordinates, duplicates summed.
inline PointMap points_of(const CoordinateList& list) {
  PointMap points;
  for (size_t entry = 0; entry < list.entries(); ++entry) {
    std::vector<uint64_t> point;
    for (const auto& column : list.columns) {
      point.push_back(column[entry]);
    }
    points[point] += list.values.real(entry);
  }
  return points;
}

/// A list of small whole values, so that sums are exact in every component type. Values are not
/// zero where `zeros` is false.
inline CoordinateList random_list(size_t largest_order, bool zeros) {
  CoordinateList list;
  const size_t order = *rc::gen::inRange<size_t>(0, largest_order + 1);
  // Large enough for several words of a bit vector where the tensor stays small.
  const uint64_t largest_size = order <= 2   ? *rc::gen::element<uint64_t>(9, 150)
                                : order == 3 ? 9
                                : order <= 5 ? 4
                                             : 3;
  for (size_t mode = 0; mode < order; ++mode) {
    list.shape.push_back(*rc::gen::inRange<uint64_t>(0, largest_size + 1));
  }
  list.columns.resize(order);
  const bool empty = std::find(list.shape.begin(), list.shape.end(), 0) != list.shape.end();
  const size_t entries = empty ? 0 : *rc::gen::inRange<size_t>(0, 40);
  for (size_t mode = 0; mode < order; ++mode) {
    for (size_t entry = 0; entry < entries; ++entry) {
      list.columns[mode].push_back(*rc::gen::inRange<uint64_t>(0, list.shape[mode]));
    }
  }
  const auto type = *rc::gen::element(ComponentType::int32, ComponentType::int64,
                                      ComponentType::float32, ComponentType::float64);
  with_component_type(type, [&](auto zero) {
    using T = decltype(zero);
    std::vector<T> values;
    for (size_t entry = 0; entry < entries; ++entry) {
      values.push_back(static_cast<T>(*rc::gen::inRange(zeros ? 0 : 1, 5)));
    }
    list.values = Values(std::move(values));
  });
  return list;
}

inline std::vector<size_t> random_mode_order(size_t order) {
  std::vector<size_t> modes = uniform_format('s', order).order;
  for (size_t i = modes.size(); i > 1; --i) {
    std::swap(modes[i - 1], modes[*rc::gen::inRange<size_t>(0, i)]);
  }
  return modes;
}

/// Any legal format: COO groups of two and more levels, alone, on top and below other levels.
inline TensorFormat random_format(size_t order) {
  TensorFormat format;
  while (format.letters.size() < order) {
    const size_t left = order - format.letters.size();
    const char letter = *rc::gen::element('d', 's', 'b', 'u');
    format.letters += letter;
    if (letter == 'u') {
      const size_t singletons = *rc::gen::inRange<size_t>(0, left);
      format.letters += std::string(singletons > 0 ? singletons - 1 : 0, 'c');
      format.letters += singletons > 0 ? *rc::gen::element("q", "c") : "";
    }
  }
  format.order = random_mode_order(order);
  return format;
}

}  // namespace fiberloom::testing
