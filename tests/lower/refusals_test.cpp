#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "lower/compile.h"

namespace fiberloom::test {
namespace {

struct Refusal {
  std::string expression;
  std::vector<std::string> formats;
  std::string message;
  std::string place;  ///< the part of the text that the error underlines
};

const std::string kSingleton =
    "a singleton level (q) holds one coordinate for each position above, so it must stand below a "
    "non-unique one";

const std::vector<Refusal>& refusals() {
  static const std::vector<Refusal> all = {
      {"x(i)=b(i) c", {}, "expected an operator or ';' and another statement, got 'c'", "c"},
      {"x(i)=b(i)+b(i,j)", {}, "'b' has 2 indices here and 1 index before", "b(i,j)"},
      {"X(i,j)=B(i,j)", {"B:s"}, "-f B:s has 1 level, B has 2 indices", ""},
      {"x(i)=b(i)", {"b:dds"}, "-f b:dds has 3 levels, b has 1 index", ""},
      {"X(i,j)=B(i,j)",
       {"B:ss:0,0"},
       "the mode order of 2 levels must name each of the modes 0 to 1 once",
       "0,0"},
      {"X(i,j)=B(i,j)", {"B:sq"}, kSingleton, "q"},
      {"X(i,j)=B(i,j)", {"B:dq"}, kSingleton, "q"},
      {"X(i,j)=B(i,j)", {"X:qs"}, kSingleton, "q"},
      {"x(i)=b(i)", {"b:q"}, kSingleton, "q"},
      {"B(i,i)=C(i,j)", {}, "'i' stands twice on the left side", "B(i,i)"},
      {"x(i)=3i*b(i)", {}, "a number runs into 'i'", "3i"},
      {"x(i)=sin(b(i))", {}, "'sin' is no function, and indices are plain names", "sin"},
  };
  return all;
}

}  // namespace

TEST_CASE("what has no meaning is refused with the reason and the place", "[lower]") {
  for (const Refusal& refusal : refusals()) {
    INFO(refusal.expression);
    try {
      compile(refusal.expression, {.formats = refusal.formats, .schedule = {}});
      FAIL_CHECK("compiles");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::bad_input);
      CHECK(error.message() == refusal.message);
      const Location& where = error.where();
      CHECK(where.text.substr(where.column == 0 ? 0 : where.column - 1,
                              refusal.place.empty() ? 0 : where.length) == refusal.place);
    }
  }
}

TEST_CASE("what is unusual but has a meaning compiles", "[lower]") {
  const std::vector<std::pair<std::string, std::vector<std::string>>> unusual = {
      {"X(i,j)=B(i,j)*B(j,i)", {}},
      {"x(i)=B(i,i)", {}},
      {"x=B(i,i)*B(i,i)", {"B:dd"}},
      {"X(i,j)=B(i,j)", {"B:uc"}},
      {"x(i)=b(i)", {"b:u"}},
      {"x(i)=x(i)+b(i)", {}},
      {"X(i,j)=B(i,j)", {"X:ss:1,0"}},
      {"x(i)=b(i)", {"other:ss"}},
      {"X(i,j,k)=B(i,j,k)", {"B:sss:2,0,1"}}};
  for (const auto& [expression, formats] : unusual) {
    INFO(expression);
    CHECK_NOTHROW(compile(expression, {.formats = formats, .schedule = {}}));
  }
}

TEST_CASE("strict refuses operands that would be packed anew", "[lower]") {
  CompileOptions options;
  options.strict = true;
  CHECK_NOTHROW(compile("x(i)=B(j,i)", options));
  try {
    compile("X(i,j)=B(i,j)+B(j,i)", options);
    FAIL_CHECK("compiles");
  } catch (const Error& error) {
    CHECK(error.message() == "B(j,i) must be packed anew for this loop order");
    CHECK(error.where().column == 15);
    CHECK(error.hint() == "store it as -f B:ss:1,0, choose another order, or leave out --strict");
  }
}

}  // namespace fiberloom::test
