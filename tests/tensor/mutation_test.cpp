#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/diagnostic.h"
#include "tensor/files.h"
#include "tensor/read/reader.h"
#include "tensor/tensor.h"

namespace fiberloom {
namespace {

struct Seed {
  const char* name;
  const char* text;
};

const std::vector<Seed> kSeeds = {
    {"a.mtx",
     "%%MatrixMarket matrix coordinate real general\n% c\n3 4 3\n1 4 1.5\n3 1 -2e1\n2 2 0\n"},
    {"a.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 7\n3 2 -8\n"},
    {"a.mtx", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2.5\n-3D1\n"},
    {"a.ttx", "%%MatrixMarket tensor coordinate real general\n2 2 3 2\n1 1 1 1.5\n2 1 2 4\n"},
    {"a.tns", "1 1 1 1.5\n# c\n2 3 1 4\n1 2 2 -1\n"},
};

/// A few random edits of a text: bytes changed, taken out, put in, or pieces repeated.
std::string mutated(std::string text) {
  const std::string likely = "0123456789 \n\t\r-+.eE%#";
  for (int edits = *rc::gen::inRange(1, 6); edits > 0 && !text.empty(); --edits) {
    const auto at = *rc::gen::inRange<size_t>(0, text.size());
    const char byte = *rc::gen::oneOf(rc::gen::elementOf(likely), rc::gen::arbitrary<char>());
    switch (*rc::gen::inRange(0, 4)) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text.erase(at, *rc::gen::inRange<size_t>(1, 9));
        break;
      case 2:
        text.insert(at, *rc::gen::inRange<size_t>(1, 30), byte);
        break;
      default:
        text.insert(at, text.substr(at, *rc::gen::inRange<size_t>(1, 20)));
        break;
    }
  }
  return text;
}

}  // namespace

TEST_CASE("a file with random damage is read or refused, nothing else", "[tensor]") {
  const testing::TemporaryFolder folder;
  CHECK(rc::check([&] {
    const Seed seed = *rc::gen::elementOf(kSeeds);
    std::string text = mutated(seed.text);
    std::string name = seed.name;
    if (*rc::gen::inRange(0, 4) == 0) {
      name += ".gz";
      text = mutated(testing::gzip(text));
    }
    RC_LOG() << text << '\n';
    try {
      const CoordinateList list = read_tensor(folder.write(name, text));
      for (size_t mode = 0; mode < list.order(); ++mode) {
        RC_ASSERT(list.columns[mode].size() == list.entries());
        for (const uint64_t coordinate : list.columns[mode]) {
          RC_ASSERT(coordinate < list.shape[mode]);
        }
      }
      pack(list, uniform_format('s', list.order()));
    } catch (const Error& error) {
      RC_ASSERT(error.code() == ExitCode::bad_input);
      RC_ASSERT_FALSE(error.render().empty());
    }
  }));
}

}  // namespace fiberloom
