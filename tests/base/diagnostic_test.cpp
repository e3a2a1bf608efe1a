#include "base/diagnostic.h"

#include <catch2/catch.hpp>

#include "base/spelling.h"

namespace fiberloom {

TEST_CASE("an error shows its place, the line, a caret and what was expected", "[base]") {
  const std::string text = "blocks:\n    in: {crd: scan_x.crd}\n";
  const Error error =
      bad_input("repeater has no input 'crd'",
                locate_in_text("spmv.yaml", text, text.find("crd"), 3), "inputs: in, repsig");
  CHECK(error.code() == ExitCode::bad_input);
  CHECK(error.render() ==
        "spmv.yaml:2:10: error: repeater has no input 'crd'\n"
        "    2 |     in: {crd: scan_x.crd}\n"
        "      |          ^~~ inputs: in, repsig");
}

TEST_CASE("an error without a place says so plainly", "[base]") {
  CHECK(bad_input("no graph given").render() == "fiberloom: error: no graph given");
  CHECK(bad_input("cannot open", {.file = "x.mtx"}).render() == "x.mtx: error: cannot open");
  CHECK(bad_input("bad entry", {.file = "x.mtx", .line = 7}, "row, column, value").render() ==
        "x.mtx:7: error: bad entry\n  row, column, value");
}

TEST_CASE("a place at the end of a text without a final newline", "[base]") {
  const Location where = locate_in_text("e", "x(i)=b(i", 8);
  CHECK(where.line == 1);
  CHECK(where.column == 9);
  CHECK(where.text == "x(i)=b(i");
}

TEST_CASE("the nearest name is suggested, a far one is not", "[base]") {
  const std::vector<std::string> names = {"scanner", "repeater", "reducer"};
  CHECK(nearest("scaner", names) == "scanner");
  CHECK(nearest("reduecr", names) == "reducer");
  CHECK(nearest("memory", names) == std::nullopt);
  CHECK(suggestion("xyz", names, "types") == "types: scanner, repeater, reducer");
}

}  // namespace fiberloom
