#include "einsum/scoping.h"

#include <catch2/catch.hpp>

#include "einsum/parser.h"

namespace fiberloom {
namespace {

std::string scoped_text(const std::string& text, SumScope scope = SumScope::term) {
  return to_string(scoped(parse_statement(text), scope));
}

}  // namespace

TEST_CASE("a sum stands where an expression means it", "[einsum]") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"a(i)=b(i)", "a(i) = b(i)"},
      {"y(i)=A(i,j)*x(j)", "y(i) = sum_{j}(A(i,j)*x(j))"},
      {"a=A(i,j)*b(i)*c(j)", "a = sum_{i,j}(A(i,j)*b(i)*c(j))"},
      // Separately in each addend that uses it.
      {"y(i)=b(i)-A(i,j)*x(j)", "y(i) = b(i) - sum_{j}(A(i,j)*x(j))"},
      {"A(i,j)=C(i,j)-D(m,n)+E(i,j)", "A(i,j) = C(i,j) - sum_{m,n}(D(m,n)) + E(i,j)"},
      {"y(i)=A(i,j)*x(j)+B(i,j)*z(j)", "y(i) = sum_{j}(A(i,j)*x(j)) + sum_{j}(B(i,j)*z(j))"},
      // Inside one parenthesised sum that alone uses it, else over the whole term.
      {"y(i)=(A(i,j)+b(i))*c(i)", "y(i) = (sum_{j}(A(i,j)) + b(i))*c(i)"},
      {"y(i)=(A(i,j)+b(i))*c(j)", "y(i) = sum_{j}((A(i,j) + b(i))*c(j))"},
      {"y(i)=-(A(i,j)+b(i))*c(i)", "y(i) = -(sum_{j}(A(i,j)) + b(i))*c(i)"},
      {"y(i)=c(i)/(A(i,j)+b(i))", "y(i) = sum_{j}(c(i)/(A(i,j) + b(i)))"},
      {"y(i)=(A(i,j)+b(i))/c(i)", "y(i) = (sum_{j}(A(i,j)) + b(i))/c(i)"},
      {"y(i)=x(i)/a(j)", "y(i) = sum_{j}(x(i)/a(j))"},
      {"A(i,l)=B(i,j)*C(j,k)*D(k,l)", "A(i,l) = sum_{j,k}(B(i,j)*C(j,k)*D(k,l))"},
      {"A(i,l)=B(i,j)*(C(j,k)*D(k,l))", "A(i,l) = sum_{j,k}(B(i,j)*(C(j,k)*D(k,l)))"},
      {"y(i)=(a(i)+(A(i,k)+b(i))*c(k,j))*d(j)",
       "y(i) = sum_{j}((a(i) + sum_{k}((A(i,k) + b(i))*c(k,j)))*d(j))"},
      // A function is one factor of its term; its operand is not entered.
      {"y(i)=exp(A(i,j))", "y(i) = sum_{j}(exp(A(i,j)))"},
      {"y=max(a(i),b)", "y = sum_{i}(max(a(i), b))"},
      {"y(i)=2*abs(A(i,j)+b(i))", "y(i) = sum_{j}(2*abs(A(i,j) + b(i)))"},
      // Reductions that the text states.
      {"y(i)=c(i)*sum_k(A(i,j,k))", "y(i) = sum_{j}(c(i)*sum_{k}(A(i,j,k)))"},
      {"y(i)=sum_k(A(i,j,k))", "y(i) = sum_{j,k}(A(i,j,k))"},
      {"y(i)=max_k(A(i,j,k))", "y(i) = sum_{j}(max_{k}(A(i,j,k)))"},
      {"y(i)=sum_k(A(i,k))+B(i,k)", "y(i) = sum_{k}(A(i,k)) + sum_{k}(B(i,k))"},
      // The old contents.
      {"y(i)+=A(i,j)*x(j)", "y(i) = y(i) + sum_{j}(A(i,j)*x(j))"},
      {"y(i)+=b(i)-c(i)", "y(i) = y(i) + (b(i) - c(i))"},
      {"C(i,j)=A(i,k)*B(k,j)+C(i,j)", "C(i,j) = sum_{k}(A(i,k)*B(k,j)) + C(i,j)"},
  }));
  CHECK(scoped_text(text) == expected);
  CHECK(scoped_text(expected) == expected);
}

TEST_CASE("a schedule may narrow a sum to the factors that use it", "[einsum]") {
  const auto [text, expected] = GENERATE(table<std::string, std::string>({
      {"A(i,l)=B(i,j)*C(j,k)*D(k,l)", "A(i,l) = sum_{k}(sum_{j}(B(i,j)*C(j,k))*D(k,l))"},
      {"A(i,l)=B(i,j)*C(i,k)*D(j,k)*E(j,l)",
       "A(i,l) = sum_{j}(sum_{k}(B(i,j)*C(i,k)*D(j,k))*E(j,l))"},
      {"y(i)=a(i)*B(i,j)/c(i)", "y(i) = a(i)*sum_{j}(B(i,j))/c(i)"},
      {"y(i)=x(i)/a(j)", "y(i) = sum_{j}(x(i)/a(j))"},
      {"y(i)=-A(i,j)", "y(i) = -sum_{j}(A(i,j))"},
      {"y(i)=c(i)*sum_k(A(i,j,k))", "y(i) = c(i)*sum_{j,k}(A(i,j,k))"},
      {"y(i)=c(i)*exp(A(i,j))", "y(i) = c(i)*sum_{j}(exp(A(i,j)))"},
  }));
  CHECK(scoped_text(text, SumScope::factor) == expected);
}

TEST_CASE("scoping keeps the nodes of the accesses", "[einsum]") {
  const Statement statement = parse_statement("A(i,l)=B(i,j)*C(j,k)*D(k,l)");
  CHECK(accesses(scoped(statement).right) == accesses(statement.right));
  CHECK(accesses(scoped(statement, SumScope::factor).right) == accesses(statement.right));
}

}  // namespace fiberloom
