#include <random>

#include <catch2/catch.hpp>

#include "einsum/checker.h"
#include "einsum/parser.h"

namespace fiberloom {
namespace {

struct Refusal {
  std::string text;
  int column;
  std::string message;
  std::string hint;
};

// What TACO accepts silently and computes wrongly comes first.
const std::vector<Refusal> kRefusals = {
    {"a(i)=b(i)^2", 10, "unexpected '^'", "pow"},
    {"y(i)=x[i]", 7, "unexpected '['", "parentheses"},
    {"y(i)=A'(i,j)", 7, "unexpected '''", "A(j,i)"},
    {"y(i)=x(i)=z(i)", 10, "got '='", "';'"},
    {"y(i)=A(i,j)*x(j) z(i)", 18, "got 'z'", ""},
    {"a(i)=2b(i)", 6, "runs into 'b'", "2*x(i)"},
    {"a(i)=1.2.3", 6, "runs into '.'", ""},
    {"y(i)=A(i,j)*x(j", 16, "expected ')'", "not closed"},
    {"y(i)=", 6, "end of the text", ""},
    {"", 1, "a tensor to assign to", ""},
    {"y(i)=(A(i,j)", 13, "expected ')'", "not closed"},
    {"y(i)=B(i(1,3))", 6, "'B' is no function", ""},
    {"y(i)=B(1)", 8, "expected an index variable, got '1'", ""},
    {"y=x()", 5, "expected an index variable", "no parentheses"},
    {"y(i)=complex(1,2)*b(i)", 6, "complex", "component types"},
    {"y(i)=sqr(b(i))", 6, "'sqr' is no function", "did you mean 'sqrt'?"},
    {"y(i)=log(b(i)+1)", 6, "'log' is no function", "functions: abs"},
    {"y(i)=sqrt*2", 10, "expected '('", "'sqrt' is a function"},
    {"exp(i)=b(i)", 1, "'exp' is a function", "another name"},
    {"y(i)=abs(a(i),b(i))", 6, "abs takes 1 operand, got 2", ""},
    {"y(i)=max(a(i))", 6, "at least 2 operands, got 1", ""},
    {"y(i)=pow(a(i),b(i))", 15, "must be a constant", ""},
    {"y=sum(A(i,j))", 7, "the index that the sum runs over", "sum_i"},
    {"y=sum_i A(i)", 9, "expected '('", ""},
    {"y(i)=my_vec(i)", 12, "got '('", "underscore"},
    {"my_vec(i)=b(i)", 7, "expected '=' or '+='", "underscore"},
    {"y(i)=A_i_j", 9, "got '_'", "A_{i,j}"},
    {"y(i)=A_{i,j", 12, "expected '}'", ""},
    {"y(i)-=b(i)", 5, "expected '=' or '+='", ""},
    {"y(i)=b(i)+=c(i)", 10, "got '+='", ""},
    {"y(i)=b(i);;z=1", 11, "a tensor to assign to", ""},
    {"y=9007199254740993*x", 3, "too large to be exact", "9007199254740993.0"},
    {"y=1e999", 3, "out of range", ""},
    {"y(i)=b(i)*\xc2\xb5(i)", 11, "unexpected '\xc2\xb5'", ""},
    {std::string("y=x\0z", 5), 4, "unexpected byte 0x00", ""},
};

const std::vector<Refusal> kMeaningless = {
    {"y(i)=A(i,j)+A(i)", 13, "'A' has 1 index here and 2 indices before", ""},
    {"y(i)=y(i,j)", 6, "'y' has 2 indices here and 1 index before", ""},
    {"t(i)=b(i); y=t", 14, "'t' has none here and 1 index before", ""},
    {"A(i,i)=B(i,j)*C(j,i)", 1, "'i' stands twice on the left side", ""},
    {"y(i)=b(i)+sum_i(c(i))", 11, "the sum over 'i' hides the left side's", "another name"},
    {"y=a(i)*sum_i(b(i))", 8, "inside another reduction over 'i'", ""},
    {"y=sum_i(a(i)*max_i(b(i)))", 14, "inside another reduction over 'i'", ""},
    {"y=sum_{i,i}(a(i))", 3, "names it twice", ""},
    {"y(i)=exp(i)", 10, "'i' is an index here, exp takes values", "function"},
    {"y(i)=max(j,A(i,j))", 10, "'j' is an index here", "max_j(...)"},
};

template <class Check>
void refuses(const Refusal& expected, const Check& refused) {
  CAPTURE(expected.text);
  try {
    refused(expected.text);
    FAIL("accepted");
  } catch (const Error& error) {
    CAPTURE(error.render());
    CHECK(error.code() == ExitCode::bad_input);
    CHECK(error.where().file == "expression");
    CHECK(error.where().column == expected.column);
    CHECK_THAT(error.message(), Catch::Contains(expected.message));
    CHECK_THAT(error.hint(), Catch::Contains(expected.hint));
  }
}

}  // namespace

TEST_CASE("a text that is no expression is refused at its place", "[einsum]") {
  for (const Refusal& expected : kRefusals) {
    refuses(expected, [](const std::string& text) { parse_program(text); });
  }
}

TEST_CASE("an expression without a meaning is refused at its place", "[einsum]") {
  for (const Refusal& expected : kMeaningless) {
    refuses(expected, [](const std::string& text) { check(parse_program(text)); });
  }
}

TEST_CASE("an error shows the line, a caret and what was expected", "[einsum]") {
  try {
    parse_program("t(i) = b(i);\ny(i) = t(i)*expp(b(i))", "spmv.yaml");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.render() ==
          "spmv.yaml:2:13: error: 'expp' is no function, and indices are plain names\n"
          "    2 | y(i) = t(i)*expp(b(i))\n"
          "      |             ^~~~ did you mean 'exp'?");
  }
}

TEST_CASE("names may mean an index and a scalar", "[einsum]") {
  // From the website's log: the scalar `i` stands beside the index `i`.
  CHECK_NOTHROW(check(parse_program("y(i)=A(i,j)*x(j)+u(i)/a+i")));
}

TEST_CASE("an operand without data is named", "[einsum]") {
  const Program program = parse_program("t(i)=Mat(i,j)*v(j); y(i)+=t(i)*scale");
  CHECK_NOTHROW(check_operands(program, {"Mat", "v", "scale"}));
  try {
    check_operands(program, {"Mat", "v", "scales"});
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.where().column == 32);
    CHECK(error.hint() == "did you mean 'scales'?");
  }
  CHECK_THROWS_AS(check_operands(parse_program("C(i)=A(i)+C(i)"), {"A"}), Error);
}

TEST_CASE("a hostile text is refused, whatever it holds", "[einsum]") {
  CHECK_THROWS_AS(parse_program("y=" + std::string(100000, '(') + "x"), Error);
  CHECK_THROWS_AS(parse_program("y=" + std::string(100000, '-') + "x"), Error);
  std::string chain = "y=x";
  for (int k = 0; k < 100000; ++k) {
    chain += "+x";
  }
  CHECK_THROWS_AS(parse_program(chain), Error);

  const std::vector<std::string> pieces = {
      "y",   "(",      ")",   "i",   ",",   "=",    "+=",  "+",      "-",    "*",  "/",
      "1e3", "2",      "max", "sum", "_",   "{",    "}",   ";",      "pow(", " ",  "exp(",
      "j",   "A(i,j)", "\n",  "\\",  "0.5", "\xff", "x_i", "sum_j(", "3u",   "B_1"};
  std::mt19937 random(1);
  int accepted = 0;
  for (int k = 0; k < 20000; ++k) {
    std::string text = random() % 2 == 0 ? "y(i)=" : "";
    for (size_t n = random() % 12; n > 0; --n) {
      text += pieces[random() % pieces.size()];
    }
    try {
      const Program program = parse_program(text);
      ++accepted;
      CHECK(to_string(parse_program(to_string(program))) == to_string(program));
      check(program);
    } catch (const Error& error) {
      CHECK(error.where().line >= 1);
    }
  }
  CHECK(accepted > 100);
}

}  // namespace fiberloom
