#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fiberloom {

/// The candidate that `word` is most likely a misspelling of, if any is near enough.
std::optional<std::string> nearest(std::string_view word,
                                   const std::vector<std::string>& candidates);

/// "did you mean 'X'?" where a candidate is near, else "LABEL: a, b, c".
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates,
                       std::string_view label);

}  // namespace fiberloom
