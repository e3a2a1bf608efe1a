#include "cli/output.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace fiberloom {
void print_json(nlohmann::json object) {
  object["schema"] = 1;
  object["version"] = FIBERLOOM_VERSION;
  // Text from files need not be UTF-8.
  std::cout << object.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

ExitCode report_error(const Error& error, bool json) {
  std::cerr << error.render() << '\n';
  if (json) {
    nlohmann::json object = {{"status", "error"}, {"message", error.message()}};
    if (!error.hint().empty()) {
      object["hint"] = error.hint();
    }
    if (error.where().known()) {
      object["file"] = error.where().file;
      object["line"] = error.where().line;
      object["column"] = error.where().column;
    }
    print_json(std::move(object));
  }
  return error.code();
}

bool is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

std::string grouped(uint64_t number) {
  std::string text = std::to_string(number);
  for (size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, 1, ',');
  }
  return text;
}

std::string with_prefix(double value, const std::string& unit) {
  constexpr std::array<const char*, 9> kPrefixes = {"p", "n", "u", "m", "", "k", "M", "G", "T"};
  constexpr int kNone = 4;
  const int thousands =
      value == 0 ? 0 : static_cast<int>(std::floor(std::log10(std::abs(value)) / 3 + 1e-12));
  const int power = std::clamp(thousands, -kNone, static_cast<int>(kPrefixes.size()) - 1 - kNone);
  return fmt::format("{:.5g} {}{}", value / std::pow(1000.0, power),
                     *std::next(kPrefixes.begin(), power + kNone), unit);
}

}  // namespace fiberloom
