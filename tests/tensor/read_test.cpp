#include <cmath>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/files.h"
#include "tensor/random_tensor.h"
#include "tensor/read/line_reader.h"
#include "tensor/read/number.h"
#include "tensor/read/reader.h"

namespace fiberloom {
namespace {

using testing::PointMap;
using testing::points_of;

const std::string kReal = "%%MatrixMarket matrix coordinate real general\n";
const std::string kInteger = "%%MatrixMarket matrix coordinate integer general\n";
const std::string kPattern = "%%MatrixMarket matrix coordinate pattern general\n";
const std::string kSymmetric = "%%MatrixMarket matrix coordinate real symmetric\n";
const std::string kSkew = "%%MatrixMarket matrix coordinate real skew-symmetric\n";
const std::string kArray = "%%MatrixMarket matrix array real general\n";
const std::string kTensor = "%%MatrixMarket tensor coordinate real general\n";

std::string many_ones(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += "1 ";
  }
  return text;
}

struct Accepted {
  std::string name;
  std::string text;
  std::vector<uint64_t> shape;
  PointMap points;
};

struct Refused {
  std::string name;
  std::string text;
  int line;
  std::string phrase;
};

const std::vector<Accepted> kAccepted = {
    {"a.mtx", kReal + "3 2 2\n1 2 1.5\n3 1 -2\n", {3, 2}, {{{0, 1}, 1.5}, {{2, 0}, -2}}},
    {"a.mtx", kReal + "3 2 1\n3 1 -2", {3, 2}, {{{2, 0}, -2}}},
    {"a.mtx", kReal + "\n% c\n \n3 2 1\n%\n\n  3\t1   -2  \r\n\n", {3, 2}, {{{2, 0}, -2}}},
    {"a.mtx", "\xEF\xBB\xBF" + kReal + "1 1 1\n1 1 2\n", {1, 1}, {{{0, 0}, 2}}},
    {"a.mtx",
     "%MATRIXMARKET Matrix Coordinate DOUBLE General\n1 1 1\n1 1 2\n",
     {1, 1},
     {{{0, 0}, 2}}},
    {"a.mtx", kReal + "0 0 0\n", {0, 0}, {}},
    {"a.mtx", kReal + "002 2 01\n01 2 1\n", {2, 2}, {{{0, 1}, 1}}},
    {"a.mtx", kReal + "1 1 3\n1 1 1\n1 1 2\n1 1 3\n", {1, 1}, {{{0, 0}, 6}}},
    {"a.mtx",
     kReal + "1 4 4\n1 1 +1\n1 2 1.D2\n1 3 .16+003\n1 4 -1.5d-1\n",
     {1, 4},
     {{{0, 0}, 1}, {{0, 1}, 100}, {{0, 2}, 160}, {{0, 3}, -0.15}}},
    {"a.mtx", kReal + "1 1 1\n1 1 1e-999\n", {1, 1}, {{{0, 0}, 0}}},
    {"a.mtx",
     kReal + "1 2 2\n1 1 -Inf\n1 2 5e-324\n",
     {1, 2},
     {{{0, 0}, -HUGE_VAL}, {{0, 1}, 5e-324}}},
    {"a.mtx", kReal + "4294967299 3 1\n4294967299 1 1\n", {4294967299, 3}, {{{4294967298, 0}, 1}}},
    {"a.mtx",
     kInteger + "1 2 2\n1 1 -7\n1 2 +9007199254740992\n",
     {1, 2},
     {{{0, 0}, -7}, {{0, 1}, 9007199254740992}}},
    {"a.mtx", kPattern + "2 2 2\n1 2\n2 1\n", {2, 2}, {{{0, 1}, 1}, {{1, 0}, 1}}},
    {"a.mtx",
     kSymmetric + "2 2 2\n1 1 3\n2 1 5\n",
     {2, 2},
     {{{0, 0}, 3}, {{0, 1}, 5}, {{1, 0}, 5}}},
    {"a.mtx", kSkew + "2 2 2\n1 1 0\n2 1 5\n", {2, 2}, {{{0, 0}, 0}, {{0, 1}, -5}, {{1, 0}, 5}}},
    {"a.mtx",
     kArray + "2 3\n1\n2\n3\n4\n5\n6\n",
     {2, 3},
     {{{0, 0}, 1}, {{1, 0}, 2}, {{0, 1}, 3}, {{1, 1}, 4}, {{0, 2}, 5}, {{1, 2}, 6}}},
    {"a.mtx",
     "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n",
     {2, 2},
     {{{0, 0}, 1}, {{1, 0}, 2}, {{0, 1}, 2}, {{1, 1}, 3}}},
    {"a.mtx",
     "%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n3\n",
     {3, 3},
     {{{1, 0}, 1}, {{2, 0}, 2}, {{2, 1}, 3}, {{0, 1}, -1}, {{0, 2}, -2}, {{1, 2}, -3}}},
    {"a.mtx", kArray + "3 0\n", {3, 0}, {}},
    {"a.ttx", kTensor + "2 2 3 1\n2 1 3 4\n", {2, 2, 3}, {{{1, 0, 2}, 4}}},
    {"a.ttx",
     "%%MatrixMarket tensor array real general\n2 1 2\n1\n2\n3\n4\n",
     {2, 1, 2},
     {{{0, 0, 0}, 1}, {{1, 0, 0}, 2}, {{0, 0, 1}, 3}, {{1, 0, 1}, 4}}},
    {"a.tns", "1 1 1 1.5\n# c\n\n 2 3 1  4 \r\n", {2, 3, 1}, {{{0, 0, 0}, 1.5}, {{1, 2, 0}, 4}}},
    {"a.tns",
     "4611686018427387904 1 2\n",
     {uint64_t{1} << 62, 1},
     {{{(uint64_t{1} << 62) - 1, 0}, 2}}},
    {"a.tns", "2.5\n", {}, {{{}, 2.5}}},
    {"A.TNS", "3 1\n3 1\n", {3}, {{{2}, 2}}},
};

const std::vector<Refused> kRefused = {
    {"a.mtx", "", 0, "empty file"},
    {"a.mtx", "\n\n", 0, "header"},
    {"a.mtx", "1 1 1\n", 0, "not a MatrixMarket file"},
    {"a.mtx", "version https://git-lfs.github.com/spec/v1\n", 0, "Git LFS"},
    {"a.mtx", std::string(100, '\0'), 0, "not a MatrixMarket file"},
    {"a.mtx", "%%%MatrixMarket matrix coordinate real general\n1 1 0\n", 0, "not a MatrixMarket"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real\n", 1, "header"},
    {"a.mtx", "%%MatrixMarketx matrix coordinate real general\n", 1, "header"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real general\r1 1 0\r", 1, "carriage return"},
    {"a.mtx", "%%MatrixMarket matrx coordinate real general\n", 1, "did you mean 'matrix'?"},
    {"a.mtx", "%%MatrixMarket matrix coordinate complex general\n", 1, "complex"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real hermitian\n", 1, "hermitian"},
    {"a.mtx", "%%MatrixMarket matrix array pattern general\n", 1, "pattern"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern skew-symmetric\n", 1, "pattern"},
    {"a.mtx", kReal, 1, "size line missing"},
    {"a.mtx", kReal + "1 1\n", 2, "size line has 2 numbers"},
    {"a.mtx", kReal + "1 1 1 1\n", 2, "size line has 4 numbers"},
    {"a.mtx", kReal + "-3 1 1\n", 2, "'-3' is negative"},
    {"a.mtx", kReal + "0x3 1 1\n", 2, "size line"},
    {"a.mtx", kReal + "9223372036854775808 1 1\n1 1 1\n", 2, "too large"},
    {"a.mtx", kReal + "2 2 1000000000000000\n1 1 1\n", 3,
     "expected 1000000000000000 entries, found 1"},
    {"a.mtx", kReal + "1 1 0\n1 1 1\n", 3, "more than 0 entries"},
    {"a.mtx", kReal + "3 3 1\n1 1 1\n" + kReal + "3 3 1\n1 1 1\n", 5, "more than 1 entries"},
    {"a.mtx", kReal + "3 3 2\n1 1 1\n0 2 1\n", 4, "index 0"},
    {"a.mtx", kReal + "3 3 2\n1 1 1\n4 2 1\n", 4, "beyond the size 3"},
    {"a.mtx", kReal + "3 3 1\n1.0 2 1\n", 3, "'1.0'"},
    {"a.mtx", kReal + "3 3 1\n18446744073709551617 2 1\n", 3, "too large"},
    {"a.mtx", kReal + "3 3 1\n1\n", 3, "only 1 numbers"},
    {"a.mtx", kReal + "3 3 1\n1 2\n", 3, "value is missing"},
    {"a.mtx", kReal + "3 3 1\n1 2 x\n", 3, "'x' is not a number"},
    {"a.mtx", kReal + "3 3 1\n1 2 1,5\n", 3, "'1,5' is not a number"},
    {"a.mtx", kReal + "3 3 1\n1 2 1e\n", 3, "'1e' is not a number"},
    {"a.mtx", kReal + "3 3 1\n1 2 +-1\n", 3, "'+-1' is not a number"},
    {"a.mtx", kReal + "3 3 1\n1 2 1+5\n", 3, "'1+5' is not a number"},
    {"a.mtx", kReal + "3 3 1\n1 2 0x10\n", 3, "not a number"},
    {"a.mtx", kReal + "3 3 1\n1 2 1e999\n", 3, "does not fit component type double"},
    {"a.mtx", kReal + "3 3 1\n1 2 1 % one\n", 3, "unexpected text after the entry"},
    {"a.mtx",
     kReal + "3 3 1\n1 2\xC2\xA0"
             "1\n",
     3, "not a whole number"},
    {"a.mtx", kInteger + "3 3 1\n1 2 1e3\n", 3, "not an integer"},
    {"a.mtx", kInteger + "3 3 1\n1 2 9007199254740993\n", 3, "not exact"},
    {"a.mtx", kInteger + "3 3 1\n1 2 9223372036854775808\n", 3, "too large"},
    {"a.mtx", kPattern + "3 3 1\n1 2 1\n", 3, "pattern"},
    {"a.mtx", kSymmetric + "3 4 1\n1 2 1\n", 2, "square"},
    {"a.mtx", kSkew + "3 3 1\n2 2 1\n", 3, "diagonal"},
    {"a.mtx", kArray + "2 3\n1\n2\n", 4, "expected 6 entries, found 2"},
    {"a.mtx", kArray + "4294967296 4294967296\n1\n", 2, "too large"},
    {"a.mtx", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n4\n", 6, "more than 3"},
    {"a.ttx", kTensor + "2 2 3\n1 1 1 1.5\n", 3, "size line"},
    {"a.ttx", "%%MatrixMarket tensor coordinate real symmetric\n2 2 2 0\n", 2, "square"},
    {"a.tns", "", 0, "empty"},
    {"a.tns", "# nothing\n", 1, "empty"},
    {"a.tns", "1 1 1\n1 1 1 1\n", 2, "has 4 numbers, the first one 3"},
    {"a.tns", "1 1 1\n1 1\n", 2, "has 2 numbers"},
    {"a.tns", "0 1 1\n", 1, "index 0"},
    {"a.tns", "1 -1 1\n", 1, "negative"},
    {"a.tns", "1,1,1\n", 1, "not a number"},
    {"a.tns", "1e0 1 1\n", 1, "'1e0'"},
    {"a.tns", "18446744073709551617 1\n", 1, "too large"},
    {"a.tns", "1\n2\n", 2, "scalar"},
    {"a.tns", many_ones(256) + "1\n", 1, "order 256 is too large"},
    {"a.ttx", kTensor + many_ones(256) + "1\n", 2, "order 256 is too large"},
    {"a.tns", kReal + "1 1 1\n1 1 1\n", 1, "'%%MatrixMarket'"},
    {"a.txt", "1 1\n", 0, "unknown tensor format '.txt'"},
    {"a.mtt", "1 1\n", 0, "did you mean '.mtx'?"},
    {"a", "1 1\n", 0, "no extension"},
};

void check_refused(const std::string& path, int line, const std::string& phrase,
                   const ReadOptions& options = {}) {
  try {
    read_tensor(path, options);
    FAIL("accepted");
  } catch (const Error& error) {
    const std::string message = error.render();
    CAPTURE(message);
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(message.find(phrase) != std::string::npos);
    CHECK(message.starts_with(line > 0 ? fmt::format("{}:{}:", path, line) : path + ": error: "));
  }
}

}  // namespace

TEST_CASE("tensor files that are right are read", "[tensor]") {
  const testing::TemporaryFolder folder;
  for (const Accepted& file : kAccepted) {
    CAPTURE(file.text);
    for (const bool zipped : {false, true}) {
      const std::string path = folder.write(zipped ? file.name + ".gz" : file.name,
                                            zipped ? testing::gzip(file.text) : file.text);
      const CoordinateList list = read_tensor(path);
      CHECK(list.shape == file.shape);
      CHECK(points_of(list) == file.points);
    }
  }
}

TEST_CASE("tensor files that are wrong are refused at their line", "[tensor]") {
  const testing::TemporaryFolder folder;
  for (const Refused& file : kRefused) {
    CAPTURE(file.text);
    check_refused(folder.write(file.name, file.text), file.line, file.phrase);
  }
}

TEST_CASE("paths that hold no file are refused", "[tensor]") {
  const testing::TemporaryFolder folder;
  check_refused(folder.path("missing.mtx"), 0, "cannot open");
  std::filesystem::create_directory(folder.path("folder.mtx"));
  check_refused(folder.path("folder.mtx"), 0, "is a directory");
  std::filesystem::create_symlink("loop.tns", folder.path("loop.tns"));
  check_refused(folder.path("loop.tns"), 0, "cannot open");
}

TEST_CASE("gzip streams", "[tensor]") {
  const testing::TemporaryFolder folder;
  std::string text = kReal + "1000 1000 1000\n";
  for (int i = 1; i <= 1000; ++i) {
    text += fmt::format("{} {} 1\n", i, 1 + i * 7919 % 1000);
  }
  const std::string whole = testing::gzip(text);
  SECTION("of several members are one") {
    const std::string members =
        testing::gzip(text.substr(0, 777)) + testing::gzip(text.substr(777));
    CHECK(read_tensor(folder.write("a.mtx.gz", members)).entries() == 1000);
  }
  SECTION("may be plain text") {
    CHECK(read_tensor(folder.write("a.mtx.gz", text)).entries() == 1000);
  }
  SECTION("are refused when cut anywhere") {
    for (size_t size = whole.size() - 1; size > 2; size = size * 2 / 3) {
      CAPTURE(size);
      const std::string path = folder.write("a.mtx.gz", whole.substr(0, size));
      CHECK_THROWS_WITH(read_tensor(path), Catch::Contains("truncated gzip file"));
    }
  }
  SECTION("are refused when damaged") {
    std::string damaged = whole;
    damaged[whole.size() - 6] ^= 1;  // the check sum
    CHECK_THROWS_WITH(read_tensor(folder.write("a.mtx.gz", damaged)),
                      Catch::Contains("cannot read"));
  }
}

TEST_CASE("long lines", "[tensor]") {
  const testing::TemporaryFolder folder;
  const std::string comment = "%" + std::string(3'000'000, 'x') + "\n";
  CHECK(read_tensor(folder.write("a.mtx", kReal + comment + "1 1 1\n1 1 1\n")).entries() == 1);
  const std::string endless(LineReader::kLongestLine + 1000, ' ');
  check_refused(folder.write("a.tns", endless), 1, "not a text file");
}

TEST_CASE("values come in the component type that is asked for", "[tensor]") {
  const testing::TemporaryFolder folder;
  const std::string big = folder.write("a.mtx", kInteger +
                                                    "1 2 2\n1 1 9223372036854775807\n"
                                                    "1 2 -9223372036854775808\n");
  CHECK(read_tensor(big, {.type = ComponentType::int64}).values.as<int64_t>() ==
        std::vector<int64_t>{INT64_MAX, INT64_MIN});
  CHECK(read_tensor(big, {.type = std::nullopt}).values.type() == ComponentType::int64);
  check_refused(big, 3, "not exact in component type double");
  check_refused(big, 3, "does not fit component type int32", {.type = ComponentType::int32});

  const std::string real = folder.write("b.mtx", kReal + "1 1 1\n1 1 0.1\n");
  CHECK(read_tensor(real, {.type = ComponentType::float32}).values.as<float>()[0] == 0.1f);
  CHECK(read_tensor(real, {.type = std::nullopt}).values.type() == ComponentType::float64);
  check_refused(real, 3, "does not fit component type int64", {.type = ComponentType::int64});

  const std::string tns = folder.write("c.tns", "1 9007199254740993\n2 -3.0\n3 1e3\n");
  CHECK(read_tensor(tns, {.type = ComponentType::int64}).values.as<int64_t>() ==
        std::vector<int64_t>{9007199254740993, -3, 1000});
  CHECK(read_tensor(tns, {.type = std::nullopt}).values.type() == ComponentType::float64);
}

TEST_CASE("the sizes of a .tns file", "[tensor]") {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("a.tns", "2 3 1\n");
  CHECK(read_tensor(path).shape_is_lower_bound);
  folder.write("a.tns.shape", "4\n5\n");
  const CoordinateList exact = read_tensor(path);
  CHECK(exact.shape == std::vector<uint64_t>{4, 5});
  CHECK_FALSE(exact.shape_is_lower_bound);
  folder.write("a.tns.shape", "2 2\n");
  check_refused(path, 1, "beyond the size 2 of mode 1");
  folder.write("a.tns.shape", "2 3 4\n");
  check_refused(path, 1, "gives 3 sizes");
  folder.write("a.tns.shape", "2 x\n");
  CHECK_THROWS_WITH(read_tensor(path), Catch::Contains("'x' is not a whole number"));
  folder.write("b.tns", "");
  folder.write("b.tns.shape", "2 3\n");
  CHECK(read_tensor(folder.path("b.tns")).shape == std::vector<uint64_t>{2, 3});
}

TEST_CASE("words are parsed whole", "[tensor]") {
  uint64_t index = 0;
  CHECK(parse_index("9223372036854775807", index));
  CHECK(index == 9223372036854775807u);
  for (const char* word :
       {"", "-1", "+1", "1.", "1e0", "9223372036854775808", "99999999999999999999"}) {
    CAPTURE(word);
    CHECK_FALSE(parse_index(word, index));
  }
  double value = 0;
  CHECK(parse_value("-.5E-1", ValueSpelling::real, value));
  CHECK(value == -0.05);
  CHECK(parse_value("-1e-999", ValueSpelling::real, value));
  CHECK(std::signbit(value));
  for (const char* word :
       {"", ".", "+", "1e", "1d", "e5", "1.5e+", "1..2", "1.5+", "1_0", "--1", "1.5-+3"}) {
    CAPTURE(word);
    CHECK_FALSE(parse_value(word, ValueSpelling::real, value));
  }
  float narrow = 0;
  CHECK_FALSE(parse_value("1e39", ValueSpelling::real, narrow));
  CHECK(parse_value("16777216", ValueSpelling::integer, narrow));
  CHECK_FALSE(parse_value("16777217", ValueSpelling::integer, narrow));
  CHECK(parse_value("16777218", ValueSpelling::integer, narrow));
}

}  // namespace fiberloom
