#include "samgraph/index_split.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/diagnostic.h"

namespace fiberloom {
namespace {

using Sizes = std::map<std::string, uint64_t>;

uint64_t rounded_up(uint64_t number, uint64_t divisor) {
  return number / divisor + (number % divisor > 0 ? 1 : 0);
}

uint64_t factor_of(const IndexSplit& split, uint64_t size) {
  return split.by_parts ? std::max<uint64_t>(1, rounded_up(size, split.number)) : split.number;
}

uint64_t size_of_index(const Sizes& sizes, const std::string& index) {
  const auto size = sizes.find(index);
  if (size == sizes.end()) {
    throw bad_input(
        fmt::format("the size of the index '{}' is not known", index), {},
        fmt::format("give it by sizes: {{{0}: N}} in the graph, or by -d {0}:N", index));
  }
  return size->second;
}

/// Puts two in the place of one.
template <class List, class Value>
void put_pair(List& list, size_t place, Value outer, Value inner) {
  list[place] = std::move(outer);
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(place) + 1, std::move(inner));
}

/// Keeps the entries for which `keep` is set.
void filter(CoordinateList& list, const std::vector<bool>& keep) {
  const auto filtered = [&](auto& column) {
    size_t next = 0;
    for (size_t e = 0; e < keep.size(); ++e) {
      if (keep[e]) {
        column[next++] = column[e];
      }
    }
    column.resize(next);
  };
  for (auto& column : list.columns) {
    filtered(column);
  }
  list.values.visit(filtered);
}

/// Joins the modes `place` and `place` + 1.
void join(CoordinateList& list, size_t place, uint64_t factor, uint64_t size) {
  std::vector<uint64_t>& outer = list.columns[place];
  const std::vector<uint64_t>& inner = list.columns[place + 1];
  std::vector<bool> keep(outer.size());
  for (size_t e = 0; e < outer.size(); ++e) {
    outer[e] = outer[e] * factor + inner[e];
    keep[e] = outer[e] < size;
  }
  list.columns.erase(list.columns.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  list.shape[place] = size;
  list.shape.erase(list.shape.begin() + static_cast<std::ptrdiff_t>(place) + 1);
  if (std::ranges::find(keep, false) != keep.end()) {
    filter(list, keep);
  }
}

}  // namespace

void add_part_sizes(const IndexSplits& splits, Sizes& sizes) {
  for (const IndexSplit& split : splits) {
    if (const auto size = sizes.find(split.variable); size != sizes.end()) {
      const uint64_t factor = factor_of(split, size->second);
      sizes[split.outer] = rounded_up(size->second, factor);
      sizes[split.inner] = factor;
    }
  }
}

std::vector<std::string> split_indices(const IndexSplits& splits,
                                       std::vector<std::string> indices) {
  for (const IndexSplit& split : splits) {
    for (size_t m = 0; m < indices.size(); ++m) {
      if (indices[m] == split.variable) {
        put_pair(indices, m, split.outer, split.inner);
      }
    }
  }
  return indices;
}

CoordinateList split_modes(CoordinateList list, const IndexSplits& splits,
                           std::vector<std::string> indices, const Sizes& sizes) {
  for (const IndexSplit& split : splits) {
    for (size_t m = 0; m < indices.size(); ++m) {
      if (indices[m] != split.variable) {
        continue;
      }
      size_of_index(sizes, split.variable);  // the one to name where it is missing
      const uint64_t factor = size_of_index(sizes, split.inner);
      std::vector<uint64_t> inner = list.columns[m];
      std::vector<uint64_t> outer = list.columns[m];
      std::ranges::for_each(inner, [&](uint64_t& c) { c %= factor; });
      std::ranges::for_each(outer, [&](uint64_t& c) { c /= factor; });
      put_pair(list.columns, m, std::move(outer), std::move(inner));
      put_pair(list.shape, m, size_of_index(sizes, split.outer), factor);
      put_pair(indices, m, split.outer, split.inner);
    }
  }
  return list;
}

CoordinateList join_modes(CoordinateList list, const IndexSplits& splits,
                          const std::vector<std::string>& indices, const Sizes& sizes) {
  std::vector<std::string> modes = split_indices(splits, indices);
  for (auto split = splits.rbegin(); split != splits.rend(); ++split) {
    for (size_t m = 0; m + 1 < modes.size(); ++m) {
      if (modes[m] == split->outer && modes[m + 1] == split->inner) {
        join(list, m, size_of_index(sizes, split->inner), size_of_index(sizes, split->variable));
        modes[m] = split->variable;
        modes.erase(modes.begin() + static_cast<std::ptrdiff_t>(m) + 1);
      }
    }
  }
  return list;
}

}  // namespace fiberloom
