#pragma once

#include <string>
#include <vector>

#include "loopnest/schedule/command.h"

namespace fiberloom::test {

/// A statement under a schedule; all its tensors are compressed.
Scheduled scheduled_as(const std::string& text, const std::vector<std::string>& schedule);

/// Its loops in order and what it computes, as "i k j: X(i,j) = ..", or the fault.
std::string loops_and_statement(const std::string& text, const std::vector<std::string>& schedule);

/// The message, and the hint behind a bar, of a schedule that is refused.
std::string refusal(const std::string& text, const std::vector<std::string>& schedule);

}  // namespace fiberloom::test
