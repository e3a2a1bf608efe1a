#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostic.h"
#include "tensor/coordinate_list.h"

namespace fiberloom {
namespace {

using Columns = std::vector<std::vector<uint64_t>>;

enum class Order { ascending, with_duplicates, unsorted };

/// How the entries lie with respect to the modes in `order`.
Order order_of(const Columns& columns, std::span<const size_t> order, size_t entries) {
  Order found = Order::ascending;
  for (size_t entry = 1; entry < entries; ++entry) {
    bool equal = true;
    for (const size_t mode : order) {
      const uint64_t previous = columns[mode][entry - 1];
      const uint64_t current = columns[mode][entry];
      if (previous > current) {
        return Order::unsorted;
      }
      if (previous < current) {
        equal = false;
        break;
      }
    }
    if (equal) {
      found = Order::with_duplicates;
    }
  }
  return found;
}

/// A stable radix sort of entry numbers by one mode after another, the innermost first. Number
/// holds coordinates and entry numbers.
template <class Number>
class RadixSorter {
 public:
  explicit RadixSorter(size_t entries)
      : entries_(entries),
        items_(std::make_unique_for_overwrite<Item[]>(entries)),
        scratch_(std::make_unique_for_overwrite<Item[]>(entries)) {
    for (size_t i = 0; i < entries; ++i) {
      items_[i].entry = static_cast<Number>(i);
    }
  }

  void sort_by(const std::vector<uint64_t>& column) {
    uint64_t all_bits = 0;
    bool sorted = true;
    uint64_t previous = 0;
    for (Item& item : items()) {
      const uint64_t key = column[item.entry];
      item.key = static_cast<Number>(key);
      all_bits |= key;
      sorted = sorted && previous <= key;
      previous = key;
    }
    if (sorted) {
      return;
    }
    for (unsigned shift = 0; shift < 64 && all_bits >> shift != 0; shift += kDigitBits) {
      sort_by_digit(shift);
    }
  }

  template <class T>
  void apply(std::vector<T>& column) const {
    std::vector<T> sorted;
    sorted.reserve(entries_);
    for (const Item& item : items()) {
      sorted.push_back(column[item.entry]);
    }
    column = std::move(sorted);
  }

 private:
  struct Item {
    Number key;
    Number entry;
  };
  static constexpr unsigned kDigitBits = 11;
  static constexpr uint64_t kDigits = uint64_t{1} << kDigitBits;

  std::span<Item> items() const { return {items_.get(), entries_}; }

  void sort_by_digit(unsigned shift) {
    std::array<size_t, kDigits> place{};
    for (const Item& item : items()) {
      ++place[item.key >> shift & (kDigits - 1)];
    }
    std::exclusive_scan(place.begin(), place.end(), place.begin(), size_t{0});
    for (const Item& item : items()) {
      scratch_[place[item.key >> shift & (kDigits - 1)]++] = item;
    }
    items_.swap(scratch_);
  }

  size_t entries_;
  std::unique_ptr<Item[]> items_;
  std::unique_ptr<Item[]> scratch_;
};

template <class Number>
void radix_sort(CoordinateList& list, std::span<const size_t> mode_order) {
  RadixSorter<Number> sorter(list.entries());
  for (size_t k = mode_order.size(); k-- > 0;) {
    sorter.sort_by(list.columns[mode_order[k]]);
  }
  for (auto& column : list.columns) {
    sorter.apply(column);
  }
  list.values.visit([&](auto& values) { sorter.apply(values); });
}

/// Whether 32 bits hold all coordinates and entry numbers: half the memory to move.
bool is_narrow(const CoordinateList& list) {
  uint64_t all_bits = list.entries();
  for (const auto& column : list.columns) {
    for (const uint64_t coordinate : column) {
      all_bits |= coordinate;
    }
  }
  return all_bits <= std::numeric_limits<uint32_t>::max();
}

/// Adds `more` to `sum`; false where an integer overflows.
template <class T>
bool add(T& sum, T more) {
  if constexpr (std::is_integral_v<T>) {
    return !__builtin_add_overflow(sum, more, &sum);
  } else {
    sum += more;
    return true;
  }
}

bool same_point(const Columns& columns, size_t a, size_t b) {
  return std::all_of(columns.begin(), columns.end(),
                     [a, b](const auto& column) { return column[a] == column[b]; });
}

Error overflow(const Columns& columns, size_t entry, ComponentType type) {
  std::vector<uint64_t> point;
  for (const auto& column : columns) {
    point.push_back(column[entry] + 1);
  }
  return bad_input(fmt::format("the values at ({}) sum beyond component type {}",
                               fmt::join(point, ","), name_of(type)));
}

template <class T>
void sum_duplicates(Columns& columns, std::vector<T>& values) {
  size_t kept = 0;
  for (size_t entry = 1; entry < values.size(); ++entry) {
    if (same_point(columns, kept, entry)) {
      if (!add(values[kept], values[entry])) {
        throw overflow(columns, kept, component_type_of<T>());
      }
      continue;
    }
    ++kept;
    for (auto& column : columns) {
      column[kept] = column[entry];
    }
    values[kept] = values[entry];
  }
  for (auto& column : columns) {
    column.resize(kept + 1);
  }
  values.resize(kept + 1);
}

}  // namespace

void sort_and_sum(CoordinateList& list, std::span<const size_t> mode_order) {
  const size_t entries = list.entries();
  Order order = order_of(list.columns, mode_order, entries);
  if (order == Order::unsorted) {
    if (is_narrow(list)) {
      radix_sort<uint32_t>(list, mode_order);
    } else {
      radix_sort<uint64_t>(list, mode_order);
    }
    order = order_of(list.columns, mode_order, entries);
  }
  if (order == Order::with_duplicates) {
    list.values.visit([&](auto& values) { sum_duplicates(list.columns, values); });
    list.duplicates += entries - list.entries();
  }
}

}  // namespace fiberloom
