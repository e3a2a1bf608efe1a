// The vectors recorded from single primitives of SAM's own simulator, run through our blocks.

#include "blocks/sam_vectors.h"

#include <filesystem>
#include <fstream>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fiberloom::testing {
namespace {

const std::string kVectors = FIBERLOOM_SOURCE "/../shared/reference/sam/primitive_vectors.json";

/// Whether every token leaves in the cycle that SAM recorded.
bool has_cycles(StreamCase test, const std::map<std::string, std::vector<Cycle>>& cycles) {
  for (const auto& [port, at] : cycles) {
    test.out[port].at = at;
  }
  return check_case(test).empty();
}

struct Tally {
  std::map<std::string, int> passed;       ///< by primitive
  std::map<std::string, int> in_cycles;    ///< of them with the cycles that were recorded
  std::map<std::string, int> with_cycles;  ///< of them with comparable cycles
  std::map<std::string, int> different;    ///< passed, but for a named difference
  std::map<std::string, int> not_run;      ///< by reason
  int failed = 0;
};

std::string describe(const Tally& tally) {
  int passed = 0;
  int in_cycles = 0;
  std::string text;
  for (const auto& [primitive, count] : tally.passed) {
    const auto of = tally.with_cycles.find(primitive);
    const auto same = tally.in_cycles.find(primitive);
    passed += count;
    in_cycles += same == tally.in_cycles.end() ? 0 : same->second;
    text += fmt::format("  {}: {} passed, {} of {} in the recorded cycles\n", primitive, count,
                        same == tally.in_cycles.end() ? 0 : same->second,
                        of == tally.with_cycles.end() ? 0 : of->second);
  }
  text += "of them with a difference that is written down:\n";
  for (const auto& [reason, count] : tally.different) {
    text += fmt::format("  {}: {}\n", count, reason);
  }
  text += "not run:\n";
  for (const auto& [reason, count] : tally.not_run) {
    text += fmt::format("  {}: {}\n", count, reason);
  }
  return fmt::format("{} passed, {} of them in the recorded cycles\n", passed, in_cycles) + text;
}

TEST_CASE("blocks agree with the vectors of SAM's primitives", "[blocks][shared]") {
  if (!std::filesystem::exists(kVectors)) {
    WARN("skipped: no " << kVectors);
    return;
  }
  const nlohmann::json file = nlohmann::json::parse(std::ifstream(kVectors));
  Tally tally;
  int number = 0;
  for (const nlohmann::json& vector : file.at("vectors")) {
    const auto primitive = vector.at("primitive").get<std::string>();
    SamVector translated = translate_sam_vector(vector);
    ++number;
    translated.test.where = fmt::format("vector {}", number);
    translated.test.name = vector.value("test", vector.value("note", primitive));
    if (!translated.not_run.empty()) {
      ++tally.not_run[translated.not_run];
      continue;
    }
    const std::string fault = check_case(translated.test);
    INFO(fault);
    CHECK(fault.empty());
    tally.failed += fault.empty() ? 0 : 1;
    tally.passed[primitive] += fault.empty() ? 1 : 0;
    tally.different[translated.difference] += translated.difference.empty() ? 0 : 1;
    if (fault.empty() && !translated.cycles.empty()) {
      ++tally.with_cycles[primitive];
      const bool same = has_cycles(translated.test, translated.cycles);
      INFO("other cycles than SAM's");
      CHECK(same);
      tally.in_cycles[primitive] += same ? 1 : 0;
    }
  }
  tally.different.erase("");
  int counted = tally.failed;
  for (const auto* counts : {&tally.passed, &tally.not_run}) {
    for (const auto& [name, count] : *counts) {
      counted += count;
    }
  }
  CHECK(counted == number);  // none is left out silently
  WARN(describe(tally));
}

}  // namespace
}  // namespace fiberloom::testing
