#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/schedule/command.h"
#include "loopnest/statement.h"

namespace fiberloom::test {
namespace {

/// The loop orders of statements after a schedule, separated by blanks, or the fault.
std::string scheduled(const std::vector<std::string>& texts,
                      const std::vector<std::string>& schedule) {
  std::vector<Scheduled> statements;
  for (const std::string& text : texts) {
    const Statement statement = statement_of(text);
    statements.push_back(unscheduled(statement, formats_of(statement, {})));
  }
  try {
    apply_schedule(parse_commands(schedule), statements);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::bad_input);
    return error.message() + (error.hint().empty() ? "" : " | " + error.hint());
  }
  std::string orders;
  for (const Scheduled& statement : statements) {
    orders += fmt::format("{}{}", orders.empty() ? "" : " ", fmt::join(statement.order, ""));
  }
  return orders;
}

const std::string kSyntax = "reorder(i,j,..), reorder(path;i,j,..)";
const std::string kProduct = "X(i,j)=B(i,k)*C(k,j)";

}  // namespace

TEST_CASE("reorder permutes loops among their places", "[loopnest]") {
  CHECK(scheduled({kProduct}, {}) == "ikj");
  CHECK(scheduled({kProduct}, {"reorder(k,i,j)"}) == "kij");
  CHECK(scheduled({kProduct}, {"reorder(j,i)"}) == "jki");
  CHECK(scheduled({kProduct}, {"reorder(i,j)"}) == "ikj");
  CHECK(scheduled({kProduct}, {"reorder(k)"}) == "ikj");
  CHECK(scheduled({kProduct}, {" reorder( j , k ) "}) == "ijk");
}

TEST_CASE("commands are applied one after the other", "[loopnest]") {
  CHECK(scheduled({kProduct}, {"reorder(k,i)", "reorder(j,k)"}) == "jik");
  CHECK(scheduled({kProduct}, {"reorder(k,i),reorder(j,k)"}) == "jik");
}

TEST_CASE("in a program reorder concerns the statements that have all its loops", "[loopnest]") {
  const std::vector<std::string> program = {kProduct, "y(i)=B(i,k)*z(k)", "w(m)=v(m)"};
  CHECK(scheduled(program, {"reorder(k,i)"}) == "kij ki m");
  CHECK(scheduled(program, {"reorder(k,i,j)"}) == "kij ik m");
  CHECK(scheduled(program, {"reorder(j,m)"}) ==
        "no statement has all of these index variables, in 'reorder(j,m)'");
}

TEST_CASE("what is no schedule is refused with the reason", "[loopnest]") {
  CHECK(scheduled({kProduct}, {"reorder(i,l)"}) ==
        "there is no loop 'l', in 'reorder(i,l)' | loops: i, k, j");
  CHECK(scheduled({kProduct}, {"reorder(i,k,i)"}) == "'i' is named twice, in 'reorder(i,k,i)'");
  CHECK(scheduled({kProduct}, {"reordr(j,i)"}) ==
        "there is no schedule command 'reordr', in 'reordr(j,i)' | did you mean 'reorder'?");
  for (const std::string text : {"reorder", "reorder(i,j", "reorder(j,i)x"}) {
    CHECK(scheduled({kProduct}, {text}) ==
          "a schedule command has arguments in parentheses, in '" + text + "' | " + kSyntax);
  }
  for (const std::string text : {"reorder()", "reorder(,j)", "reorder(j,,i)", "reorder(j,)"}) {
    CHECK(scheduled({kProduct}, {text}) ==
          "an argument is missing, in '" + text + "' | " + kSyntax);
  }
}

}  // namespace fiberloom::test
