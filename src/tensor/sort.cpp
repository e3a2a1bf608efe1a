#include <array>
#include <limits>
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

/// A stable radix sort of entry numbers by one mode after another, the innermost first.
template <class Index>
class RadixSorter {
 public:
  explicit RadixSorter(size_t entries) : items_(entries), scratch_(entries) {
    for (size_t i = 0; i < entries; ++i) {
      items_[i].entry = static_cast<Index>(i);
    }
  }

  void sort_by(const std::vector<uint64_t>& column) {
    uint64_t all_bits = 0;
    bool sorted = true;
    uint64_t previous = 0;
    for (Item& item : items_) {
      item.key = column[item.entry];
      all_bits |= item.key;
      sorted = sorted && previous <= item.key;
      previous = item.key;
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
    sorted.reserve(column.size());
    for (const Item& item : items_) {
      sorted.push_back(column[item.entry]);
    }
    column = std::move(sorted);
  }

 private:
  struct Item {
    uint64_t key;
    Index entry;
  };
  static constexpr unsigned kDigitBits = 11;
  static constexpr uint64_t kDigits = uint64_t{1} << kDigitBits;

  void sort_by_digit(unsigned shift) {
    std::array<size_t, kDigits> place{};
    for (const Item& item : items_) {
      ++place[item.key >> shift & (kDigits - 1)];
    }
    std::exclusive_scan(place.begin(), place.end(), place.begin(), size_t{0});
    for (const Item& item : items_) {
      scratch_[place[item.key >> shift & (kDigits - 1)]++] = item;
    }
    items_.swap(scratch_);
  }

  std::vector<Item> items_;
  std::vector<Item> scratch_;
};

template <class Index>
void radix_sort(CoordinateList& list, std::span<const size_t> mode_order) {
  RadixSorter<Index> sorter(list.entries());
  for (size_t k = mode_order.size(); k-- > 0;) {
    sorter.sort_by(list.columns[mode_order[k]]);
  }
  for (auto& column : list.columns) {
    sorter.apply(column);
  }
  list.values.visit([&](auto& values) { sorter.apply(values); });
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
  for (const auto& column : columns) {
    if (column[a] != column[b]) {
      return false;
    }
  }
  return true;
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
    if (entries <= std::numeric_limits<uint32_t>::max()) {
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
