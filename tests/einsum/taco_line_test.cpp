#include "einsum/taco_line.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

namespace fiberloom {

using Named = std::vector<TacoLine::Named>;
using Strings = std::vector<std::string>;

TEST_CASE("a line of TACO's command form is cut into its parts", "[einsum]") {
  const TacoLine line = parse_taco_line(
      "\"y(i) = A(i,j) * x(j)\" -f=y:d:0 -f A:ds:0,1 -s=split(i,i0,i1,32),reorder(i0,i1,j) "
      "-s 'pos(f, fpos, B(i,j)), loopfuse(1,1;1)' -d=i:100 -t=A:float -i A:m.mtx -g=x:d -prefix=k_ "
      "-s= -write-source=a.c -print-nocolor");
  CHECK(line.expression == "y(i) = A(i,j) * x(j)");
  CHECK(line.formats == Named{{"y", "d:0"}, {"A", "ds:0,1"}});
  CHECK(line.schedule == Strings{"split(i,i0,i1,32)", "reorder(i0,i1,j)", "pos(f, fpos, B(i,j))",
                                 "loopfuse(1,1;1)"});
  CHECK(line.sizes == Strings{"i:100"});
  CHECK(line.types == Named{{"A", "float"}});
  CHECK(line.inputs == Named{{"A", "m.mtx"}});
  CHECK(line.generators == Named{{"x", "d"}});
  CHECK(line.ignored == Strings{"-prefix=k_", "-write-source=a.c", "-print-nocolor"});
}

TEST_CASE("the expression needs no quotes and may come last", "[einsum]") {
  CHECK(parse_taco_line("-f=a: a=b\\ +c").expression == "a=b +c");
  CHECK(parse_taco_line("-f=a: a=b").formats == Named{{"a", ""}});
}

TEST_CASE("a wrong line is refused at its place", "[einsum]") {
  const auto [text, column, message] = GENERATE(table<std::string, int, std::string>({
      {"a=b\"", 4, "a quote is not closed"},
      {"", 1, "no expression"},
      {"a=b c=d", 5, "the expression is there already"},
      {"a=b -q=x", 5, "unknown option '-q=x'"},
      {"a=b -f", 5, "has no value"},
      {"a=b -f -s=x", 5, "has no value"},
      {"a=b -f=ds", 1, "expected NAME:VALUE"},
  }));
  CAPTURE(text);
  try {
    parse_taco_line(text);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.where().column == column);
    CHECK_THAT(error.message(), Catch::Contains(message));
  }
}

TEST_CASE("schedules are cut at commas outside parentheses", "[einsum]") {
  CHECK(split_schedule("").empty());
  CHECK(split_schedule("a(b,(c,d)), e(f)") == Strings{"a(b,(c,d))", "e(f)"});
  CHECK(split_schedule("a(b, c") == Strings{"a(b, c"});
  CHECK(split_schedule("a)b,c") == Strings{"a)b", "c"});
}

}  // namespace fiberloom
