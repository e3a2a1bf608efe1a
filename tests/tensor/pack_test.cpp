#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/diagnostic.h"
#include "tensor/level_format.h"
#include "tensor/random_tensor.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

using testing::PointMap;
using Shape = std::vector<uint64_t>;
using testing::points_of;

CoordinateList matrix(uint64_t rows, uint64_t columns, std::vector<uint64_t> i,
                      std::vector<uint64_t> j, std::vector<double> values) {
  return {.shape = {rows, columns},
          .columns = {std::move(i), std::move(j)},
          .values = Values(std::move(values))};
}

struct Fiber {
  std::vector<uint64_t> coordinates;
  std::vector<uint64_t> references;
  bool operator==(const Fiber&) const = default;
};

Fiber read_fiber(const Level& level, uint64_t reference, size_t chunk) {
  Fiber fiber;
  FiberCursor cursor = level.open(reference);
  std::vector<uint64_t> coordinates(chunk);
  std::vector<uint64_t> references(chunk);
  while (const size_t n = level.read(cursor, chunk, coordinates.data(), references.data())) {
    fiber.coordinates.insert(fiber.coordinates.end(), coordinates.begin(), coordinates.begin() + n);
    fiber.references.insert(fiber.references.end(), references.begin(), references.begin() + n);
  }
  REQUIRE(level.read(cursor, chunk, coordinates.data(), references.data()) == 0);
  return fiber;
}

bool refuses(const std::string& format) {
  try {
    parse_tensor_format(format);
    return false;
  } catch (const Error& error) {
    return error.code() == ExitCode::bad_input && error.where().column > 0;
  }
}

/// Checks every fiber of a tensor from level `k` on against what the map of points says.
void check_subtree(const Tensor& tensor, size_t k, uint64_t reference, std::vector<uint64_t>& point,
                   const PointMap& points) {
  if (k == tensor.order()) {
    const auto found = points.find(point);
    RC_ASSERT(tensor.values().real(reference) == (found == points.end() ? 0 : found->second));
    return;
  }
  const Level& level = tensor.level(k);
  const Fiber fiber = read_fiber(level, reference, 256);
  RC_ASSERT(fiber == read_fiber(level, reference, 1));
  RC_ASSERT(fiber == read_fiber(level, reference, 7));
  RC_ASSERT(
      std::is_sorted(fiber.coordinates.begin(), fiber.coordinates.end(), std::less_equal<>{}));
  const size_t mode = tensor.format().order[k];
  size_t next = 0;
  for (uint64_t coordinate = 0; coordinate <= level.size(); ++coordinate) {
    const auto located = level.locate(reference, coordinate);
    const bool read = next < fiber.coordinates.size() && fiber.coordinates[next] == coordinate;
    RC_ASSERT(located.has_value() == read);
    if (!read) {
      continue;
    }
    RC_ASSERT(*located == fiber.references[next]);
    point[mode] = coordinate;
    check_subtree(tensor, k + 1, fiber.references[next++], point, points);
  }
  RC_ASSERT(next == fiber.coordinates.size());
}

}  // namespace

TEST_CASE("the format letters are registered", "[tensor]") {
  std::string letters;
  for (const LevelFormat* format : LevelFormats::all()) {
    letters += format->letter;
    CHECK(LevelFormats::find(format->letter) == format);
  }
  CHECK(letters == "bcdqsu");
  CHECK(LevelFormats::find('x') == nullptr);
}

TEST_CASE("formats are parsed and written back", "[tensor]") {
  CHECK(parse_tensor_format("ds:1,0") == TensorFormat{"ds", {1, 0}});
  CHECK(parse_tensor_format("ds:0,1") == parse_tensor_format("ds"));
  CHECK(parse_tensor_format("").levels() == 0);
  CHECK(to_string(parse_tensor_format("dsb:2,0,1")) == "dsb:2,0,1");
  CHECK(to_string(parse_tensor_format("ucq:0,1,2")) == "ucq");
  CHECK(parse_tensor_format("uuq") == TensorFormat{"uuq", {0, 1, 2}});
}

TEST_CASE("formats that cannot hold a tensor are refused at their place", "[tensor]") {
  for (const char* format :
       {"sq",      "dq",      "q",    "qs",   "c",      "uqq",    "uqc",      "bq",
        "x",       "dx",      "ds:",  "ds:0", "ds:0,0", "ds:1,2", "ds:0,1,2", "ds:a,b",
        "ds:0,1,", "ds:-1,0", "ds 0", ":",    ":0",     "ds:0;1"}) {
    CAPTURE(format);
    CHECK(refuses(format));
  }
  try {
    parse_tensor_format("dsx");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.where().column == 3);
    CHECK(error.where().text == "dsx");
  }
}

TEST_CASE("the levels of a compressed matrix", "[tensor]") {
  // The matrix of lowering.md: (0,0) (0,2) (2,1).
  const Tensor tensor =
      pack(matrix(3, 3, {2, 0, 0}, {1, 2, 0}, {7, 6, 5}), parse_tensor_format("ss"));
  CHECK(read_fiber(tensor.level(0), 0, 8) == Fiber{{0, 2}, {0, 1}});
  CHECK(read_fiber(tensor.level(1), 0, 8) == Fiber{{0, 2}, {0, 1}});
  CHECK(read_fiber(tensor.level(1), 1, 8) == Fiber{{1}, {2}});
  CHECK(tensor.values().as<double>() == std::vector<double>{5, 6, 7});
  CHECK(tensor.stored() == 3);
  CHECK(tensor.bytes() == 4 * (2 + 2 + 3 + 3) + 8 * 3);
}

TEST_CASE("a COO group hands out ranges of positions", "[tensor]") {
  const Tensor tensor =
      pack(matrix(3, 3, {2, 0, 0}, {1, 2, 0}, {7, 6, 5}), parse_tensor_format("uq"));
  CHECK(read_fiber(tensor.level(0), 0, 8) ==
        Fiber{{0, 2}, {position_range(0, 2), position_range(2, 3)}});
  CHECK(read_fiber(tensor.level(1), position_range(0, 2), 8) == Fiber{{0, 2}, {0, 1}});
  CHECK(read_fiber(tensor.level(1), position_range(2, 3), 8) == Fiber{{1}, {2}});
  CHECK(tensor.level(0).positions() == 3);
  CHECK(tensor.level(1).positions() == 3);
  CHECK_THROWS_AS(tensor.level(1).open(0), Error);
  CHECK_THROWS_AS(tensor.level(1).open(position_range(2, 4)), Error);
  CHECK_THROWS_AS(tensor.level(1).open(position_range(2, 2)), Error);
}

TEST_CASE("a bit vector's references are ranks", "[tensor]") {
  const Tensor tensor = pack(matrix(2, 130, {0, 0, 1, 1}, {63, 128, 0, 129}, {1, 2, 3, 4}),
                             parse_tensor_format("db"));
  CHECK(read_fiber(tensor.level(1), 0, 8) == Fiber{{63, 128}, {0, 1}});
  CHECK(read_fiber(tensor.level(1), 1, 8) == Fiber{{0, 129}, {2, 3}});
  CHECK(tensor.level(1).locate(1, 129) == 3);
  CHECK(tensor.level(1).locate(1, 130) == std::nullopt);
  CHECK(tensor.level(1).arrays().at(0).count == 6);
}

TEST_CASE("a reference beyond the fibers is an error", "[tensor]") {
  for (const char* letters : {"dd", "ss", "uu", "bb", "ub"}) {
    CAPTURE(letters);
    const Tensor tensor = pack(matrix(3, 3, {0, 1}, {1, 2}, {1, 2}), parse_tensor_format(letters));
    CHECK_THROWS_AS(tensor.level(0).open(1), Error);
    CHECK_THROWS_AS(tensor.level(1).open(3), Error);
    CHECK_THROWS_AS(tensor.level(1).locate(1u << 31, 0), Error);
  }
}

TEST_CASE("coordinates beyond 32 bits", "[tensor]") {
  const uint64_t far = uint64_t{1} << 61;
  for (const char* letters : {"ss", "uq", "su"}) {
    CAPTURE(letters);
    const Tensor tensor = pack(matrix(2 * far, far + 1, {far, 3, far}, {far, 0, 1}, {1, 2, 3}),
                               parse_tensor_format(letters));
    CHECK(points_of(unpack(tensor)) == PointMap{{{3, 0}, 2}, {{far, 1}, 3}, {{far, far}, 1}});
  }
}

TEST_CASE("a dense level beyond memory is refused before it is made", "[tensor]") {
  const uint64_t million = 1'000'000;
  for (const char* letters : {"dd", "db", "sd", "sb"}) {
    CAPTURE(letters);
    const uint64_t columns = letters[0] == 's' ? million * million : million;
    try {
      pack(matrix(million, columns, {0}, {0}, {1}), parse_tensor_format(letters));
      FAIL("packed");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::limit);
    }
  }
}

TEST_CASE("lists that do not fit their format or their shape are refused", "[tensor]") {
  const CoordinateList list = matrix(3, 3, {0}, {1}, {1});
  CHECK_THROWS_AS(pack(list, parse_tensor_format("sss")), Error);
  CHECK_THROWS_AS(pack(list, TensorFormat{"ss", {0, 2}}), Error);
  CHECK_THROWS_AS(pack(list, TensorFormat{"sq", {0, 1}}), Error);
  CHECK_THROWS_AS(pack(matrix(3, 3, {0}, {3}, {1}), parse_tensor_format("sb")), Error);
}

TEST_CASE("explicit zeros are entries, padding is not", "[tensor]") {
  const CoordinateList list = matrix(2, 2, {0, 1}, {1, 0}, {0, -0.0});
  CHECK(unpack(pack(list, parse_tensor_format("ss"))).entries() == 2);
  CHECK(unpack(pack(list, parse_tensor_format("ds"))).entries() == 2);
  CHECK(unpack(pack(list, parse_tensor_format("db"))).entries() == 2);
  const CoordinateList dense = unpack(pack(list, parse_tensor_format("dd")));
  REQUIRE(dense.entries() == 1);
  CHECK(std::signbit(dense.values.real(0)));
}

TEST_CASE("scalars", "[tensor]") {
  CoordinateList list{.values = Values(std::vector<double>{2, 3})};
  const Tensor tensor = pack(list, parse_tensor_format(""));
  CHECK(tensor.values().as<double>() == std::vector<double>{5});
  CHECK(unpack(tensor).entries() == 1);
  const Tensor empty = pack({}, parse_tensor_format(""));
  CHECK(empty.values().as<double>() == std::vector<double>{0});
  CHECK(unpack(empty).entries() == 0);
}

TEST_CASE("tensors of many modes", "[tensor]") {
  CoordinateList list{.shape = Shape(kLargestOrder, 2),
                      .columns = {kLargestOrder, {0, 1}},
                      .values = Values(std::vector<double>{1, 2})};
  for (const char letter : {'s', 'b', 'u'}) {
    const Tensor tensor = pack(list, uniform_format(letter, kLargestOrder));
    CHECK(points_of(unpack(tensor)) == points_of(list));
  }
  CHECK_THROWS_AS(pack(list, uniform_format('d', kLargestOrder)), Error);
  CHECK(refuses(std::string(kLargestOrder + 1, 's')));
}

TEST_CASE("random tensors survive packing in random formats", "[tensor]") {
  CHECK(rc::check([] {
    const CoordinateList list = testing::random_list(8, false);
    const TensorFormat format = testing::random_format(list.order());
    RC_LOG() << to_string(format) << '\n';
    RC_TAG(list.order());
    const Tensor tensor = pack(list, format);
    const CoordinateList back = unpack(tensor);
    const PointMap points = points_of(list);
    RC_ASSERT(points_of(back) == points);
    RC_ASSERT(back.entries() == points.size());
    RC_ASSERT(back.shape == list.shape);
    RC_ASSERT(back.values.type() == list.values.type());
    RC_ASSERT(tensor.stored() == points.size());
    const uint64_t references =
        tensor.order() == 0 ? 1 : tensor.level(tensor.order() - 1).positions();
    RC_ASSERT(tensor.values().size() == references);
  }));
}

TEST_CASE("explicit zeros survive packing where no level is dense", "[tensor]") {
  CHECK(rc::check([] {
    const CoordinateList list = testing::random_list(4, true);
    TensorFormat format = testing::random_format(list.order());
    std::replace(format.letters.begin(), format.letters.end(), 'd', 'b');
    RC_ASSERT(points_of(unpack(pack(list, format))) == points_of(list));
  }));
}

TEST_CASE("reading and locating agree, in chunks of any size", "[tensor]") {
  CHECK(rc::check([] {
    const CoordinateList list = testing::random_list(4, false);
    const Tensor tensor = pack(list, testing::random_format(list.order()));
    std::vector<uint64_t> point(list.order());
    check_subtree(tensor, 0, 0, point, points_of(list));
  }));
}

}  // namespace fiberloom
