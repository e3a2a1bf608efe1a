#include "loopnest/schedule/schedule_text.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "loopnest/statement.h"

namespace fiberloom::test {

Scheduled scheduled_as(const std::string& text, const std::vector<std::string>& schedule) {
  const Statement statement = statement_of(text);
  std::vector<Scheduled> statements = {unscheduled(statement, formats_of(statement, {}))};
  apply_schedule(parse_commands(schedule), statements);
  return statements.front();
}

std::string loops_and_statement(const std::string& text, const std::vector<std::string>& schedule) {
  const Scheduled made = scheduled_as(text, schedule);
  return fmt::format("{}: {}", fmt::join(made.order, " "), to_string(made.statement));
}

std::string refusal(const std::string& text, const std::vector<std::string>& schedule) {
  try {
    return "not refused: " + loops_and_statement(text, schedule);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::bad_input);
    return error.message() + (error.hint().empty() ? "" : " | " + error.hint());
  }
}

}  // namespace fiberloom::test
