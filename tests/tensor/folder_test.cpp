#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/diagnostic.h"
#include "tensor/files.h"
#include "tensor/random_tensor.h"
#include "tensor/read/reader.h"

namespace fiberloom {
namespace {

using testing::PointMap;
using testing::points_of;

std::string lines_of(const std::vector<uint64_t>& numbers) {
  return fmt::format("{}\n", fmt::join(numbers, "\n"));
}

/// (0,0)=5 (0,2)=6 (2,1)=7 of 3 x 3, as SAM and comal write it.
void write_comal(const testing::TemporaryFolder& folder, const std::string& tensor) {
  folder.write(fmt::format("tensor_{}_mode_0_seg", tensor), lines_of({0, 2}));
  folder.write(fmt::format("tensor_{}_mode_0_crd", tensor), lines_of({0, 2}));
  folder.write(fmt::format("tensor_{}_mode_1_seg", tensor), lines_of({0, 2, 3}));
  folder.write(fmt::format("tensor_{}_mode_1_crd", tensor), lines_of({0, 2, 1}));
  folder.write(fmt::format("tensor_{}_mode_shape", tensor), "3\n3");
  folder.write(fmt::format("tensor_{}_mode_vals", tensor), "5.0\n6.00000\n7");
}

const PointMap kPoints = {{{0, 0}, 5}, {{0, 2}, 6}, {{2, 1}, 7}};

std::string refusal(const std::string& path, const ReadOptions& options = {}) {
  try {
    read_tensor(path, options);
    return "accepted";
  } catch (const Error& error) {
    return error.render();
  }
}

}  // namespace

TEST_CASE("a folder of comal's level files", "[tensor]") {
  const testing::TemporaryFolder folder;
  write_comal(folder, "B");
  const CoordinateList list = read_tensor(folder.path(""));
  CHECK(list.shape == std::vector<uint64_t>{3, 3});
  CHECK(points_of(list) == kPoints);
  CHECK_FALSE(list.shape_is_lower_bound);

  SECTION("with several tensors") {
    write_comal(folder, "C_long");
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("name one of B, C_long"));
    CHECK(points_of(read_tensor(folder.path(""), {.tensor = "C_long"})) == kPoints);
    CHECK_THAT(refusal(folder.path(""), {.tensor = "D"}), Catch::Contains("no tensor D"));
  }
  SECTION("where a line does not parse") {
    folder.write("tensor_B_mode_1_crd", "0\nx\n1\n");
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("tensor_B_mode_1_crd:2:1: error: 'x'"));
    folder.write("tensor_B_mode_1_crd", "0\n2 1\n1\n");
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("more than one number"));
  }
  SECTION("where the files contradict each other") {
    folder.write("tensor_B_mode_1_seg", lines_of({0, 3}));
    CHECK_THAT(refusal(folder.path("")),
               Catch::Contains("2 segment bounds, but the level above has 2"));
    folder.write("tensor_B_mode_1_seg", lines_of({0, 2, 4}));
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("do not rise from 0 to the 3"));
    folder.write("tensor_B_mode_1_seg", lines_of({0, 4, 3}));
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("do not rise from 0 to the 3"));
  }
  SECTION("where a coordinate or a value is out of place") {
    folder.write("tensor_B_mode_shape", "3\n2\n");
    CHECK_THAT(refusal(folder.path("")),
               Catch::Contains("coordinate 2 (from 0) is beyond the size 2"));
    folder.write("tensor_B_mode_shape", "3\n3\n");
    folder.write("tensor_B_mode_vals", "5\n6\n");
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("expected 3 values"));
    std::filesystem::remove(folder.path("tensor_B_mode_shape"));
    CHECK_THAT(refusal(folder.path("")), Catch::Contains("sizes is missing"));
  }
}

TEST_CASE("a folder of SAM's level files, dense levels and mode orders", "[tensor]") {
  const testing::TemporaryFolder folder;
  // The same matrix by columns, "ds:1,0": mode 1 is dense and has no files.
  folder.write("B0_seg.txt", lines_of({0, 1, 2, 3}));
  folder.write("B0_crd.txt", lines_of({0, 2, 0}));
  folder.write("B_shape.txt", "3\n3");
  folder.write("B_vals.txt", "5\n7\n6");
  CHECK(points_of(read_tensor(folder.path(""), {.mode_order = {1, 0}})) == kPoints);
  CHECK_THAT(refusal(folder.path("")), Catch::Contains("another order"));
  CHECK_THAT(refusal(folder.path(""), {.mode_order = {1, 1}}), Catch::Contains("has 2 modes"));

  const testing::TemporaryFolder dense;
  dense.write("c_shape.txt", "2\n2\n");
  dense.write("c_vals.txt", "0\n1\n2\n0\n");
  CHECK(points_of(read_tensor(dense.path(""))) == PointMap{{{0, 1}, 1}, {{1, 0}, 2}});
  dense.write("c_shape.txt", "4294967296\n4294967296\n4294967296\n");
  CHECK_THAT(refusal(dense.path("")), Catch::Contains("too large"));

  const testing::TemporaryFolder scalar;
  scalar.write("s_vals.txt", "2.5\n");
  CHECK(points_of(read_tensor(scalar.path(""))) == PointMap{{{}, 2.5}});
  const testing::TemporaryFolder empty;
  CHECK_THAT(refusal(empty.path("")), Catch::Contains("is a directory"));
}

}  // namespace fiberloom
