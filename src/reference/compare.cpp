#include "reference/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fiberloom {
namespace {

constexpr double kSlack = 64;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double epsilon_of(ComponentType type) {
  return with_component_type(type, [](auto zero) {
    return static_cast<double>(std::numeric_limits<decltype(zero)>::epsilon());
  });
}

bool is_integer(ComponentType type) { return type < ComponentType::float32; }

/// A value as it is stored: integers exactly.
struct Number {
  double real = 0;
  int64_t integer = 0;

  template <class T>
  static Number of(T value) {
    return {static_cast<double>(value), std::is_integral_v<T> ? static_cast<int64_t>(value) : 0};
  }
};

class Comparer {
 public:
  Comparer(const CoordinateList& got, const Reference& expected, const CompareOptions& options)
      : expected_(expected),
        options_(options),
        exact_(is_integer(got.values.type()) && is_integer(expected.type())),
        epsilon_(std::max(epsilon_of(got.values.type()), epsilon_of(expected.type()))) {}

  Comparison run(const CoordinateList& got) {
    std::vector<bool> seen(expected_.size());
    std::vector<uint64_t> point(got.order());
    for (size_t entry = 0; entry < got.entries(); ++entry) {
      for (size_t mode = 0; mode < point.size(); ++mode) {
        point[mode] = got.columns[mode][entry];
      }
      const Number value =
          got.values.visit([&](const auto& values) { return Number::of(values[entry]); });
      const auto id = expected_.points().find(point);
      const bool misplaced =
          (id && seen[*id]) || !std::ranges::equal(point, got.shape, std::less{});
      if (id) {
        seen[*id] = true;
      }
      compare(point, value, id, misplaced);
    }
    for (size_t id = 0; id < seen.size(); ++id) {
      if (!seen[id]) {
        const auto missing = expected_.points()[id];
        compare({missing.begin(), missing.end()}, {}, id, false);
      }
    }
    return std::move(result_);
  }

 private:
  void compare(const std::vector<uint64_t>& point, const Number& got, std::optional<size_t> id,
               bool misplaced) {
    ++result_.elements;
    const Reference::Element element = id ? expected_.element(*id) : Reference::Element{};
    const Number expected = id ? number(*id) : Number{};
    const double tolerance = exact_
                                 ? 0
                                 : kSlack * epsilon_ * static_cast<double>(element.accuracy.terms) *
                                       element.accuracy.magnitude;
    const bool same = exact_ ? got.integer == expected.integer : equal(got.real, expected.real);
    const double error = same ? 0 : std::fabs(got.real - expected.real);
    if (!misplaced && options_.accept_ieee_nan && std::isnan(got.real) &&
        element.accuracy.ieee_nan) {
      ++result_.accepted_nan;
      return;
    }
    result_.max_error = std::max(result_.max_error, std::isfinite(error) ? error : kInfinity);
    if (misplaced || !(same || (!exact_ && error <= tolerance && std::isfinite(got.real)))) {
      ++result_.mismatches;
      if (result_.first.size() < options_.keep) {
        result_.first.push_back({point, got.real, expected.real, tolerance});
      }
    }
  }

  static bool equal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

  Number number(size_t id) const {
    return std::visit([id](const auto& table) { return Number::of(table->cell(id).value); },
                      expected_.table());
  }

  const Reference& expected_;
  const CompareOptions& options_;
  bool exact_;
  double epsilon_;
  Comparison result_;
};

}  // namespace

Comparison compare(const CoordinateList& got, const Reference& expected,
                   const CompareOptions& options) {
  if (got.shape != expected.shape()) {
    Comparison different;
    different.reason = fmt::format("the result has the shape ({}), the reference ({})",
                                   fmt::join(got.shape, ","), fmt::join(expected.shape(), ","));
    return different;
  }
  return Comparer(got, expected, options).run(got);
}

}  // namespace fiberloom
