#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "tensor/read/reader.h"
#include "tensor/statistics.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const fs::path kReal = fs::path(FIBERLOOM_SOURCE) / ".." / "shared" / "datasets" / "real";

json manifest(const char* kind) {
  json all;
  std::ifstream(kReal / "manifest.json") >> all;
  return all.at(kind);
}

bool close_to(double value, const json& expected) {
  const double wanted =
      expected.is_string() ? std::stod(expected.get<std::string>()) : expected.get<double>();
  return std::isnan(wanted) ? std::isnan(value)
                            : std::abs(value - wanted) <= 1e-9 * std::max(1.0, std::abs(wanted));
}

void check_same(const CoordinateList& list, const CoordinateList& sorted) {
  CHECK(list.columns == sorted.columns);
  // As bytes: a matrix holds infinities that cancel to NaN.
  CHECK(list.values.visit([&](const auto& values) {
    const auto& expected =
        sorted.values.as<typename std::remove_cvref_t<decltype(values)>::value_type>();
    return values.size() == expected.size() &&
           (values.empty() ||
            std::memcmp(values.data(), expected.data(), values.size() * sizeof(values[0])) == 0);
  }));
}

/// Packs in two formats and unpacks again.
void check_packing(const CoordinateList& list) {
  TensorFormat format = uniform_format('s', list.order());
  CoordinateList sorted = list;
  sort_and_sum(sorted, format.order);
  check_same(unpack(pack(list, format)), sorted);
  const std::vector<size_t> own_order = format.order;
  std::reverse(format.order.begin(), format.order.end());
  format.letters = std::string(list.order(), 'c');
  format.letters.front() = 'u';
  format.letters.back() = 'q';
  CoordinateList back = unpack(pack(list, format));
  sort_and_sum(back, own_order);
  check_same(back, sorted);
}

}  // namespace

TEST_CASE("the matrices of public collections have the counts they are known for", "[tensor]") {
  if (!fs::exists(kReal)) {
    WARN("skipped: no ../shared/datasets/real");
    return;
  }
  size_t complex = 0;
  size_t read = 0;
  const json matrices = manifest("matrices");
  for (const json& expected : matrices) {
    const std::string file = expected["file"];
    CAPTURE(file);
    if (expected["field"] == "complex") {
      CHECK_THROWS_WITH(read_tensor((kReal / file).string()), Catch::Contains("complex"));
      ++complex;
      continue;
    }
    const CoordinateList list = read_tensor((kReal / file).string(), {.type = std::nullopt});
    CHECK(list.shape == std::vector<uint64_t>{expected["rows"], expected["cols"]});
    const TensorStatistics found = statistics(list);
    CHECK(found.stored == expected["nnz_expanded"].get<uint64_t>());
    CHECK(close_to(found.value_sum, expected["value_sum"]));
    if (expected.contains("nnz_numerically_nonzero")) {
      CHECK(found.nonzeros == expected["nnz_numerically_nonzero"].get<uint64_t>());
    }
    if (expected.contains("empty_rows")) {
      CHECK(found.shape[0] - found.modes[0].slices.count == expected["empty_rows"].get<uint64_t>());
      CHECK(found.shape[1] - found.modes[1].slices.count == expected["empty_cols"].get<uint64_t>());
      CHECK(found.modes[1].fibers.longest == expected["max_row_nnz"].get<uint64_t>());
      CHECK(found.modes[0].slices.longest == expected["max_row_nnz"].get<uint64_t>());
    }
    if (expected["symmetry"] == "general" && expected.contains("duplicate_entries")) {
      CHECK(found.duplicates == expected["duplicate_entries"].get<uint64_t>());
    }
    check_packing(list);
    ++read;
  }
  CHECK(read + complex == 94);
}

TEST_CASE("the tensors of public collections have the counts they are known for", "[tensor]") {
  if (!fs::exists(kReal)) {
    WARN("skipped: no ../shared/datasets/real");
    return;
  }
  const json tensors = manifest("tensors");
  CHECK(tensors.size() == 16);
  for (const json& expected : tensors) {
    const std::string file = expected["file"];
    CAPTURE(file);
    const CoordinateList list = read_tensor((kReal / file).string());
    CHECK(list.entries() == expected["nnz"].get<uint64_t>());
    CHECK(list.shape == expected["dims_from_max_index"].get<std::vector<uint64_t>>());
    CHECK(list.shape_is_lower_bound);
    const TensorStatistics found = statistics(list);
    CHECK(found.stored == expected["distinct_coordinates"].get<uint64_t>());
    CHECK(close_to(found.value_sum, expected["value_sum"]));
    for (size_t mode = 0; mode < found.modes.size(); ++mode) {
      CHECK(found.shape[mode] - found.modes[mode].slices.count ==
            expected["empty_slices_per_mode"][mode].get<uint64_t>());
    }
    check_packing(list);
  }
}

}  // namespace fiberloom
