#include "report/condition.h"

#include <catch2/catch.hpp>

namespace fiberloom {
namespace {

const std::vector<std::string> kColumns = {"a", "fifo.depth", "name", "absent"};
const Condition::Row kRow = {int64_t{6}, std::string("unbounded"), std::string("ikj"), Datum{}};

Condition parse(const std::string& text) {
  return {text, kColumns, [text](size_t offset, size_t length) {
            return locate_in_text("condition", text, offset, length);
          }};
}

bool holds(const std::string& text) { return parse(text).holds(kRow); }

/// The error that a text gives, when it is parsed or applied.
Error error_of(const std::string& text) {
  try {
    holds(text);
  } catch (const Error& error) {
    return error;
  }
  FAIL("no error: " << text);
  return bad_input("");
}

}  // namespace

TEST_CASE("conditions compare numbers and texts", "[report]") {
  for (const char* text : {"a == 6", "a = 6", "a != 7", "a < 6.5", "a <= 6", "a > -1", "a >= 6e0",
                           "name == 'ikj'", "name != \"kij\"", "name < 'j'", "'a' < name",
                           "fifo.depth > 1e9", "fifo.depth == unbounded", "a != name"}) {
    INFO(text);
    CHECK(holds(text));
    CHECK_FALSE(holds(std::string("not ") + text));
  }
}

TEST_CASE("operators of conditions bind as in arithmetic, then not, and, or", "[report]") {
  CHECK(holds("1 + 2 * 3 == 7"));
  CHECK(holds("(1 + 2) * 3 == 9"));
  CHECK(holds("8 - 4 - 2 == 2"));
  CHECK(holds("8 / 4 / 2 == 1"));
  CHECK(holds("-a + 7 == 1"));
  CHECK(holds("a == 6 or a == 1 and a == 2"));
  CHECK_FALSE(holds("(a == 6 or a == 1) and a == 2"));
  CHECK(holds("not a == 1 and a == 6"));
  CHECK_FALSE(holds("not (a == 1 or a == 6)"));
  CHECK(holds("not not a"));
}

TEST_CASE("a comparison with what is absent does not hold", "[report]") {
  for (const char* text : {"absent == 0", "absent != 0", "absent < 1", "absent + 1 > 0",
                           "absent == absent", "absent"}) {
    INFO(text);
    CHECK_FALSE(holds(text));
  }
}

TEST_CASE("faults of conditions are shown at their column", "[report]") {
  struct Fault {
    std::string text;
    int column;
    std::string message;
  };
  const std::vector<Fault> faults = {
      {"a ==", 5, "expected a column"},
      {"a == 1 and", 11, "expected a column"},
      {"(a == 1", 8, "expected ')'"},
      {"a == 1)", 7, "expected an operator"},
      {"a == 1 b", 8, "expected an operator"},
      {"a == 'x", 6, "does not end"},
      {"a < fifo.dept", 5, "no column 'fifo.dept'"},
      {"1 + name == 2", 3, "'+' has no meaning"},
      {"a == 6 and name < 3", 17, "'<' has no meaning"},
      {"", 1, "expected a column"},
      {std::string(1000, '('), 201, "nests too deep"},
  };
  for (const Fault& fault : faults) {
    INFO(fault.text.substr(0, 50));
    const Error error = error_of(fault.text);
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(error.where().column == fault.column);
    CHECK(error.message().find(fault.message) != std::string::npos);
  }
  CHECK(error_of("fifo.dept == 1").hint().find("fifo.depth") != std::string::npos);
}

}  // namespace fiberloom
