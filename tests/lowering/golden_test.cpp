// The golden graphs of the lowering rules: every stream, token for token, and what is stored.

#include "lowering/golden.h"

#include <filesystem>

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include "sim/stream_shape.h"
#include "sim/token_text.h"

namespace fiberloom::testing {
namespace {

const std::string kFolder = FIBERLOOM_SOURCE "/../shared/reference/lowering/examples";

std::vector<std::vector<double>> rows(const CoordinateList& list) {
  std::vector<std::vector<double>> all;
  for (size_t e = 0; e < list.entries(); ++e) {
    all.emplace_back();
    for (const auto& column : list.columns) {
      all.back().push_back(static_cast<double>(column[e]));
    }
    all.back().push_back(list.values.real(e));
  }
  return all;
}

/// The tokens that a tapped stream must have, in the kind that the checker found for it.
void check_streams(const Golden& golden, const Outcome& outcome) {
  const Wiring wiring = check(golden.bench.graph);
  for (const WiredBlock& block : wiring.blocks) {
    if (!block.node->name.starts_with("tap_")) {
      continue;
    }
    const InputPort& in = block.inputs.front();
    const std::string port =
        block.node->inputs.front().block + "." + block.node->inputs.front().port;
    const std::vector<Token> tokens =
        read_stream(golden.streams.at(port), golden.name, in.type.kind, ComponentType::float64);
    check_shape(tokens, in.type, port);
    Events expected;
    for (const Token token : tokens) {
      expected.push_back({token, 0});
    }
    INFO(golden.name << " " << port);
    CHECK(to_text(outcome.sinks.at(block.node->name), in.type.kind, false) ==
          to_text(expected, in.type.kind, false));
  }
}

TEST_CASE("golden graphs give every stream of the lowering rules", "[lowering][shared]") {
  if (!std::filesystem::exists(kFolder)) {
    WARN("skipped: no " << kFolder);
    return;
  }
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  size_t run = 0;
  size_t streams = 0;
  std::string waiting;
  for (const std::string& file : files) {
    for (const bool tapped : {true, false}) {
      const Golden golden = read_golden(file, tapped);
      if (!golden.waits_for.empty()) {
        waiting += tapped ? fmt::format("\n  {} waits for {}", golden.name, golden.waits_for) : "";
        continue;
      }
      run += tapped ? 1 : 0;
      streams += tapped ? golden.streams.size() : 0;
      for (const Setting& setting : all_settings()) {
        INFO(golden.name << ", " << setting.name);
        const Outcome outcome = golden.bench.run(setting.options, setting.traced);
        REQUIRE(outcome.error.empty());
        REQUIRE(outcome.statistics.status == RunStatus::finished);
        CHECK(rows(outcome.results.at(golden.result)) == golden.stored);
        if (tapped) {
          check_streams(golden, outcome);
        }
      }
    }
  }
  WARN(run << " of " << files.size() << " golden graphs, " << streams << " streams" << waiting);
  CHECK(run >= 20);
}

}  // namespace
}  // namespace fiberloom::testing
