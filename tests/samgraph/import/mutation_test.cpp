#include <sstream>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text_file.h"
#include "samgraph/import/sam_dot.h"
#include "samgraph/import/tortilla.h"
#include "samgraph/import/tortilla_graphs.h"
#include "samgraph/wiring.h"
#include "support/program.h"

// Damaged graphs are read or refused by an Error; nothing else may come out of a reader.

namespace fiberloom::testing {
namespace {

const std::vector<std::string> kGraphs = {"droppers", "points", "streams", "repeated",
                                          "subtraction"};

std::vector<std::string> lines_of(const std::string& graph) {
  std::istringstream in(
      read_text_file(source_path("tests/samgraph/import/dialects/" + graph + ".gv")));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

/// Drops, doubles or moves a line, or puts a word or number of one in the place of another's.
void damage(std::vector<std::string>& lines) {
  const auto any_line = [&] { return *rc::gen::inRange<size_t>(0, lines.size()); };
  const size_t line = any_line();
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      lines.erase(lines.begin() + static_cast<long>(line));
      break;
    case 1:
      lines.insert(lines.begin() + static_cast<long>(line), lines[any_line()]);
      break;
    case 2:
      std::swap(lines[line], lines[any_line()]);
      break;
    default:
      if (!lines[line].empty()) {
        const std::string& other = lines[any_line()];
        const size_t at = *rc::gen::inRange<size_t>(0, lines[line].size());
        lines[line].replace(at, 1, other.empty() ? "" : other.substr(other.size() / 2, 1));
      }
  }
}

template <class Read>
void read_or_refuse(Read read) {
  try {
    check(read());
  } catch (const Error& error) {
    RC_ASSERT(error.code() == ExitCode::bad_input);
  }
}

}  // namespace

TEST_CASE("damaged graphs of SAM are read or refused", "[samgraph]") {
  CHECK(rc::check("lines dropped, doubled, moved, changed", [] {
    std::vector<std::string> lines = lines_of(*rc::gen::elementOf(kGraphs));
    const int times = *rc::gen::inRange(1, 5);
    for (int k = 0; k < times && !lines.empty(); ++k) {
      damage(lines);
    }
    std::string text;
    for (const std::string& line : lines) {
      text += line + '\n';
    }
    read_or_refuse([&] { return read_sam_dot(text, "graph.gv"); });
  }));
}

TEST_CASE("damaged tortilla graphs are read or refused", "[samgraph]") {
  const std::string whole = product_graph(TortillaVersion::v1).SerializeAsString();
  CHECK(rc::check("bytes changed", [&] {
    std::string bytes = whole;
    const int times = *rc::gen::inRange(1, 4);
    for (int k = 0; k < times; ++k) {
      bytes[*rc::gen::inRange<size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
    }
    read_or_refuse([&] { return read_tortilla(bytes, "graph.pb"); });
  }));
}

}  // namespace fiberloom::testing
