#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "einsum/taco_line.h"
#include "lower/trial.h"

namespace fiberloom::test {
namespace {

const std::string kAlgorithms =
    std::string(FIBERLOOM_SOURCE) + "/../shared/reference/website/algorithms.txt";

using Attempting = Trial (*)(const std::string&, const CompileOptions&, uint64_t);

Trial try_line(Attempting attempting, const std::string& line, uint64_t seed) {
  CompileOptions options;
  options.default_format = 'd';
  try {
    const TacoLine taco = parse_taco_line(line);
    for (const auto& [name, format] : taco.formats) {
      options.formats.push_back(name + ":" + format);
    }
    options.schedule = taco.schedule;
    return attempting(taco.expression, options, seed);
  } catch (const Error& error) {
    return {.kind = Trial::Kind::refused, .reason = error.message()};
  }
}

/// Every so many lines, and all that have a schedule; all of them nightly.
void check_algorithms(Attempting attempting, uint64_t every) {
  if (!std::filesystem::exists(kAlgorithms)) {
    WARN("skipped: there is no ../shared/reference/website");
    return;
  }
  const bool all = std::getenv("FIBERLOOM_NIGHTLY") != nullptr;
  std::ifstream file(kAlgorithms);
  std::map<Trial::Kind, int> counts;
  std::map<Trial::Kind, int> scheduled;
  std::map<std::string, int> reasons;
  std::string line;
  for (uint64_t number = 0; std::getline(file, line); ++number) {
    if (!all && number % every != 0 && line.find("-s=") == std::string::npos) {
      continue;
    }
    const Trial trial = try_line(attempting, line, number);
    ++counts[trial.kind];
    scheduled[trial.kind] += line.find("-s=") != std::string::npos ? 1 : 0;
    if (trial.kind == Trial::Kind::refused) {
      ++reasons[trial.reason];
    }
    CHECKED_ELSE(trial.kind != Trial::Kind::wrong) { FAIL_CHECK(line << "\n" << trial.reason); }
  }
  std::string text = fmt::format(
      "right {}, too large to run {}, refused {}; with a schedule: right {}, too large {}, refused "
      "{}",
      counts[Trial::Kind::right], counts[Trial::Kind::checked], counts[Trial::Kind::refused],
      scheduled[Trial::Kind::right], scheduled[Trial::Kind::checked],
      scheduled[Trial::Kind::refused]);
  for (const auto& [reason, count] : reasons) {
    text += fmt::format("\n  {} x {}", count, reason);
  }
  WARN(text);
}

}  // namespace

TEST_CASE("the algorithms that people gave TACO's website are compiled right", "[lower][corpus]") {
  check_algorithms(try_on_random_data, 8);
}

TEST_CASE("kernels of the algorithms that people gave TACO's website are right",
          "[kernel][corpus]") {
  check_algorithms(try_kernels_on_random_data, 16);
}

}  // namespace fiberloom::test
