#include "samgraph/index_split.h"

#include <catch2/catch.hpp>

namespace fiberloom::testing {
namespace {

const IndexSplits kSplits = {
    {.variable = "i", .outer = "i0", .inner = "i1", .number = 4},
    {.variable = "j", .outer = "j0", .inner = "j1", .number = 3, .by_parts = true}};

}  // namespace

TEST_CASE("parts have the sizes that the factor or the number of parts gives", "[samgraph]") {
  std::map<std::string, uint64_t> sizes = {{"i", 9}, {"j", 7}};
  add_part_sizes(kSplits, sizes);
  CHECK(sizes == std::map<std::string, uint64_t>{
                     {"i", 9}, {"i0", 3}, {"i1", 4}, {"j", 7}, {"j0", 3}, {"j1", 3}});
  sizes = {{"i", 0}, {"j", 0}};
  add_part_sizes(kSplits, sizes);
  CHECK(sizes.at("i0") == 0);
  CHECK(sizes.at("j0") == 0);
  CHECK(sizes.at("j1") == 1);
  sizes = {{"i", ~uint64_t{0}}};
  add_part_sizes(kSplits, sizes);
  CHECK(sizes.at("i0") == uint64_t{1} << 62);
}

TEST_CASE("a mode is split by division and joined again", "[samgraph]") {
  std::map<std::string, uint64_t> sizes = {{"i", 9}, {"j", 7}, {"k", 2}};
  add_part_sizes(kSplits, sizes);
  const std::vector<std::string> indices = {"j", "k", "i"};
  CHECK(split_indices(kSplits, indices) == std::vector<std::string>{"j0", "j1", "k", "i0", "i1"});
  CoordinateList list{.shape = {7, 2, 9}, .columns = {{0, 5}, {1, 0}, {8, 3}}};
  list.values = Values(std::vector<double>{1.5, 2.5});
  const CoordinateList made = split_modes(list, kSplits, indices, sizes);
  CHECK(made.shape == std::vector<uint64_t>{3, 3, 2, 3, 4});
  CHECK(made.columns == std::vector<std::vector<uint64_t>>{{0, 1}, {0, 2}, {1, 0}, {2, 0}, {0, 3}});
  const CoordinateList back = join_modes(made, kSplits, indices, sizes);
  CHECK(back.shape == list.shape);
  CHECK(back.columns == list.columns);
}

TEST_CASE("what lies beyond the true size is padding", "[samgraph]") {
  std::map<std::string, uint64_t> sizes = {{"i", 6}};
  add_part_sizes(kSplits, sizes);
  CoordinateList list{.shape = {2, 4}, .columns = {{0, 1, 1, 1}, {3, 1, 2, 3}}};
  list.values = Values(std::vector<double>{1, 2, 0, 0});
  const CoordinateList joined = join_modes(list, kSplits, {"i"}, sizes);
  CHECK(joined.columns == std::vector<std::vector<uint64_t>>{{3, 5}});
  CHECK(joined.values.size() == 2);
  CHECK(joined.values.real(1) == 2);
}

}  // namespace fiberloom::testing
