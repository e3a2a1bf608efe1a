#include "einsum/parser.h"

#include <catch2/catch.hpp>

namespace fiberloom {
namespace {

std::string printed(const std::string& text) { return to_string(parse_program(text)); }

}  // namespace

TEST_CASE("TACO's grammar is read, and printed in one way", "[einsum]") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"y(i)=A(i,j)*x(j)", "y(i) = A(i,j)*x(j)"},
      {"y_i=A_{i,j}*x_j", "y(i) = A(i,j)*x(j)"},
      {"Z_m1m0=A_m1k1m0k0*B_k1k0", "Z(m1m0) = A(m1k1m0k0)*B(k1k0)"},
      {" a ( i )\n=\tb ( i ) ", "a(i) = b(i)"},
      {"a = 3u", "a = 3"},
      {"a(i)=1e3*b(i)", "a(i) = 1000*b(i)"},
      {"a(i)=2.5E-1*b(i) + .5 + 2.", "a(i) = 0.25*b(i) + 0.5 + 2"},
      {"a(i)=b(i)+-1.0*c(i)", "a(i) = b(i) + -1*c(i)"},
      {"a(i)=--b(i)", "a(i) = --b(i)"},
      {"a(i)=+b(i)", "a(i) = b(i)"},
      {"a(i)=b(i)-c(i)-d(i)", "a(i) = b(i) - c(i) - d(i)"},
      {"a(i)=b(i)-(c(i)-d(i))", "a(i) = b(i) - (c(i) - d(i))"},
      {"a(i)=b(i)/(c(i)*d(i))/e(i)", "a(i) = b(i)/(c(i)*d(i))/e(i)"},
      {"a(i)=-(b(i)*c(i))*-(d(i)+e(i))", "a(i) = -(b(i)*c(i))*-(d(i) + e(i))"},
      {"A(i,j)+=B(i,k)*C(k,j)", "A(i,j) += B(i,k)*C(k,j)"},
      {"B_1(i)=B_2(i)*x_12y_i", "B_1(i) = B_2(i)*x_12y(i)"},
      {"t(i)=b(i); x=t(i)*t(i);", "t(i) = b(i); x = t(i)*t(i)"},
      {"x(a,b,c,d,e,f,g,h,p)=y(a,b,c,d,e,f,g,h,p)", "x(a,b,c,d,e,f,g,h,p) = y(a,b,c,d,e,f,g,h,p)"},
  }));
  CHECK(printed(text) == expected);
  CHECK(printed(expected) == expected);
}

TEST_CASE("functions and reductions", "[einsum]") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"y(i)=max(a(i),b(i),0)", "y(i) = max(max(a(i), b(i)), 0)"},
      {"y(i)=min(a(i),-1)", "y(i) = min(a(i), -1)"},
      {"y(i)=relu(a(i)+abs(b(i)))", "y(i) = relu(a(i) + abs(b(i)))"},
      {"y(i)=exp(sqrt(a(i)))", "y(i) = exp(sqrt(a(i)))"},
      {"y(i)=pow(a(i),2)", "y(i) = pow(a(i), 2)"},
      {"y(i)=pow(a(i),-1/2)", "y(i) = pow(a(i), -0.5)"},
      {"y(i)=sum(j,A(i,j))", "y(i) = sum_{j}(A(i,j))"},
      {"y(i)=sum(j,k,A(i,j,k)+1)", "y(i) = sum_{j,k}(A(i,j,k) + 1)"},
      {"y(i)=sum_j(A(i,j))*2", "y(i) = sum_{j}(A(i,j))*2"},
      {"y(i)=max_{j,k}(A(i,j,k))", "y(i) = max_{j,k}(A(i,j,k))"},
      {"y(i)=product(j,A(i,j))-min_j(A(i,j))", "y(i) = product_{j}(A(i,j)) - min_{j}(A(i,j))"},
      {"y(i)=sum(j,b)", "y(i) = sum_{j}(b)"},
  }));
  CHECK(printed(text) == expected);
  CHECK(printed(expected) == expected);
}

TEST_CASE("a node knows the text it was read from", "[einsum]") {
  const std::string text = "y(i) = (a(i) + b_i)*max(c(i), 2.5e1) - -d";
  const Statement statement = parse_statement(text);
  std::vector<std::string> pieces;
  visit(statement.right, [&](const Expr& e) {
    pieces.push_back(text.substr(e->span.begin, e->span.end - e->span.begin));
  });
  CHECK(pieces == std::vector<std::string>{"(a(i) + b_i)*max(c(i), 2.5e1) - -d",
                                           "(a(i) + b_i)*max(c(i), 2.5e1)", "a(i) + b_i", "a(i)",
                                           "b_i", "max(c(i), 2.5e1)", "c(i)", "2.5e1", "-d", "d"});
  CHECK(statement.where(accesses(statement.right)[1]).column == 16);
}

TEST_CASE("each occurrence of a tensor is a node of its own", "[einsum]") {
  const auto found = accesses(parse_expression("A(i,j)*A(i,j)"));
  REQUIRE(found.size() == 2);
  CHECK(found[0] != found[1]);
  CHECK(same(found[0], found[1]));
}

TEST_CASE("variables come in order of appearance, the left side's first", "[einsum]") {
  CHECK(variables(parse_statement("A(j,i)=B(i,k)*C(k,j)+sum_m(1)")) ==
        IndexVariables{"j", "i", "k", "m"});
  CHECK(free_variables(parse_expression("sum_j(A(i,j))*b(k)")) == IndexVariables{"i", "k"});
}

TEST_CASE("the roles of tensors in a program", "[einsum]") {
  const auto found = tensors(parse_program("t(i)=b(i)*c; y(i)+=t(i); c=y(i)"));
  REQUIRE(found.size() == 4);
  const auto row = [&](size_t k) {
    return std::tuple(found[k].name, found[k].order, found[k].is_result, found[k].is_input,
                      found[k].only_accumulated);
  };
  CHECK(row(0) == std::tuple("t", 1, true, false, false));
  CHECK(row(1) == std::tuple("b", 1, false, true, false));
  CHECK(row(2) == std::tuple("c", 0, true, true, false));
  CHECK(row(3) == std::tuple("y", 1, true, true, true));
}

TEST_CASE("trees are rebuilt only where they change", "[einsum]") {
  const Expr e = parse_expression("a(i)*b(i) + 2*c(i)");
  CHECK(rewrite(e, [](const Expr& node) { return node; }) == e);
  const Expr doubled = rewrite(e, [](const Expr& node) {
    const auto* number = as<Constant>(node);
    return number != nullptr ? constant(2 * number->value) : node;
  });
  CHECK(to_string(doubled) == "a(i)*b(i) + 4*c(i)");
  CHECK(kids(doubled)[0] == kids(e)[0]);
  CHECK(to_string(e) == "a(i)*b(i) + 2*c(i)");
}

}  // namespace fiberloom
