#include <cmath>
#include <limits>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/diagnostic.h"
#include "tensor/files.h"
#include "tensor/random_tensor.h"
#include "tensor/read/reader.h"
#include "tensor/tensor_file.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

using testing::points_of;
using testing::text_of;

CoordinateList matrix(std::vector<double> values) {
  return {.shape = {3, 2},
          .columns = {{2, 0, 2, 0}, {0, 1, 1, 1}},
          .values = Values(std::move(values))};
}

}  // namespace

TEST_CASE("matrices are written in order, duplicates summed, values short", "[tensor]") {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path("a.mtx");
  write_tensor(path, matrix({0.1, -2, 1e300, 2.5}));
  CHECK(text_of(path) ==
        "%%MatrixMarket matrix coordinate real general\n3 2 3\n1 2 0.5\n3 1 0.1\n3 2 1e+300\n");
  write_tensor(path, {.shape = {1, 2},
                      .columns = {{0, 0}, {0, 1}},
                      .values = Values(std::vector<int64_t>{INT64_MIN, INT64_MAX})});
  CHECK(text_of(path) ==
        "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 -9223372036854775808\n"
        "1 2 9223372036854775807\n");
  write_tensor(path, {.shape = {0, 4}, .columns = {{}, {}}});
  CHECK(read_tensor(path).shape == std::vector<uint64_t>{0, 4});
}

TEST_CASE("a .tns file gets its .shape only where the sizes would be lost", "[tensor]") {
  const testing::TemporaryFolder folder;
  const std::string path = folder.path("a.tns");
  CoordinateList list{
      .shape = {2, 3}, .columns = {{1}, {2}}, .values = Values(std::vector<double>{4})};
  write_tensor(path, list);
  CHECK(text_of(path) == "2 3 4\n");
  CHECK_FALSE(std::filesystem::exists(shape_file_of(path)));
  list.shape = {2, 4};
  write_tensor(path, list);
  CHECK(text_of(shape_file_of(path)) == "2 4\n");
  list.shape = {2, 3};  // the old .shape must not stay
  write_tensor(path, list);
  CHECK(read_tensor(path).shape == list.shape);

  write_tensor(folder.path("empty.tns"), {.shape = {2, 3}, .columns = {{}, {}}});
  CHECK(read_tensor(folder.path("empty.tns")).shape == list.shape);
  write_tensor(folder.path("scalar.tns"), {.values = Values(std::vector<double>{2, 3})});
  CHECK(text_of(folder.path("scalar.tns")) == "5\n");
  write_tensor(folder.path("zero.tns"), {});
  CHECK(text_of(folder.path("zero.tns")) == "0\n");
}

TEST_CASE("what cannot be written is refused and leaves nothing behind", "[tensor]") {
  const testing::TemporaryFolder folder;
  const CoordinateList cube{.shape = {1, 1, 1}, .columns = {{}, {}, {}}};
  CHECK_THROWS_WITH(write_tensor(folder.path("a.mtx"), cube), Catch::Contains("order 3"));
  CHECK_THROWS_WITH(write_tensor(folder.path("a.ttx"), cube), Catch::Contains("'.ttx'"));
  try {
    write_tensor(folder.path("missing/a.tns"), cube);
    FAIL("written");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::environment);
  }
  CHECK(std::filesystem::is_empty(folder.path("")));
  write_tensor(folder.path("a.tns"), cube);
  for (const auto& entry : std::filesystem::directory_iterator(folder.path(""))) {
    CHECK(entry.path().filename().string().starts_with("a.tns"));
    CHECK(entry.path().extension() != ".tmp");
  }
}

TEST_CASE("a symbolic link stays and its target is replaced", "[tensor]") {
  const testing::TemporaryFolder folder;
  folder.write("target.mtx", "old");
  std::filesystem::create_symlink(folder.path("target.mtx"), folder.path("link.mtx"));
  write_tensor(folder.path("link.mtx"), matrix({1, 2, 3, 4}));
  CHECK(std::filesystem::is_symlink(folder.path("link.mtx")));
  CHECK(text_of(folder.path("target.mtx")).starts_with("%%MatrixMarket"));
}

TEST_CASE("a full disk is an error", "[tensor]") {
  if (!std::filesystem::exists("/dev/full")) {
    WARN("skipped: no /dev/full");
    return;
  }
  const testing::TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/full", folder.path("full.mtx"));
  CHECK_THROWS_WITH(write_tensor(folder.path("full.mtx"), matrix({1, 2, 3, 4})),
                    Catch::Contains("No space left"));
}

TEST_CASE("what is written reads back the same", "[tensor]") {
  const testing::TemporaryFolder folder;
  CHECK(rc::check([&] {
    CoordinateList list = testing::random_list(8, true);
    const std::string name = *rc::gen::element("a.tns", "b.tns.gz", "c.mtx", "d.mtx.gz");
    RC_PRE(list.order() == 2 || name.find(".mtx") == std::string::npos);
    RC_PRE(list.order() > 0 || list.entries() > 0);
    write_tensor(folder.path(name), list);
    const CoordinateList back = read_tensor(folder.path(name), {.type = list.values.type()});
    RC_ASSERT(back.shape == list.shape);
    RC_ASSERT(points_of(back) == points_of(list));
  }));
}

TEST_CASE("doubles of every size read back bit by bit", "[tensor]") {
  const testing::TemporaryFolder folder;
  CHECK(rc::check([&](const std::vector<uint64_t>& patterns) {
    RC_PRE(!patterns.empty());
    std::vector<double> values;
    std::vector<uint64_t> coordinates;
    for (const uint64_t pattern : patterns) {
      const auto value = std::bit_cast<double>(pattern * 0x9e3779b97f4a7c15);
      values.push_back(std::isnan(value) ? -0.0 : value);
      coordinates.push_back(coordinates.size());
    }
    const std::string path = folder.path("a.tns");
    write_tensor(path,
                 {.shape = {values.size()}, .columns = {coordinates}, .values = Values(values)});
    const CoordinateList back = read_tensor(path);
    for (size_t i = 0; i < values.size(); ++i) {
      RC_ASSERT(std::bit_cast<uint64_t>(back.values.as<double>()[i]) ==
                std::bit_cast<uint64_t>(values[i]));
    }
  }));
}

}  // namespace fiberloom
