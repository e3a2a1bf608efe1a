#include "sim/timeline.h"

#include <fstream>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "support/program.h"
#include "support/testbench.h"

namespace fiberloom::testing {
namespace {

using nlohmann::json;

json parse(const std::string& file) { return json::parse(std::ifstream(file)); }

/// "busy 3-5" for every span of a row, in the file's order.
std::vector<std::string> spans(const json& trace, int row) {
  std::vector<std::string> found;
  for (const json& event : trace.at("traceEvents")) {
    if (event.at("ph") == "X" && event.at("tid") == row) {
      const auto begin = event.at("ts").get<Cycle>();
      found.push_back(event.at("name").get<std::string>() + " " + std::to_string(begin) + "-" +
                      std::to_string(begin + event.at("dur").get<Cycle>()));
    }
  }
  return found;
}

TEST_CASE("spans of one state that touch are one", "[sim]") {
  const TemporaryFolder folder;
  const std::string file = folder.path("trace.json");
  const Process process("p\"1");
  const Process other("q");
  Timeline timeline(file, 0, kNever);
  timeline.went(process, 0, 2, 2, 3);     // lacks tokens 0-2, busy 2-3
  timeline.went(process, 3, 3, 3, 4);     // busy 3-4
  timeline.went(process, 4, 4, 6, 7);     // lacks slots 4-6, busy 6-7
  timeline.went(process, 7, 9, 9, 9);     // looks: lacks tokens 7-9
  timeline.went(process, 9, 10, 12, 15);  // tokens 9-10, slots 10-12, busy 12-15
  timeline.went(other, 0, 0, 0, 1);
  timeline.finish();
  const json trace = parse(file);
  CHECK(spans(trace, 1) == std::vector<std::string>{"stalled_in 0-2", "busy 2-4", "stalled_out 4-6",
                                                    "busy 6-7", "stalled_in 7-10",
                                                    "stalled_out 10-12", "busy 12-15"});
  CHECK(spans(trace, 2) == std::vector<std::string>{"busy 0-1"});
  CHECK(trace.at("traceEvents").at(0).at("args").at("name") == "p\"1");
}

TEST_CASE("a window cuts spans", "[sim]") {
  const TemporaryFolder folder;
  const std::string file = folder.path("trace.json");
  const Process process("p");
  Timeline timeline(file, 3, 8);
  timeline.went(process, 0, 1, 1, 2);
  timeline.went(process, 2, 2, 2, 5);
  timeline.went(process, 5, 5, 6, 10);
  timeline.went(process, 10, 11, 11, 12);
  timeline.finish();
  CHECK(spans(parse(file), 1) ==
        std::vector<std::string>{"busy 3-5", "stalled_out 5-6", "busy 6-8"});
}

TEST_CASE("a trace that is not finished leaves no file", "[sim]") {
  const TemporaryFolder folder;
  { Timeline timeline(folder.path("trace.json"), 0, kNever); }
  CHECK_FALSE(std::filesystem::exists(folder.path("trace.json")));
  CHECK_THROWS_AS(Timeline(folder.path("no/such/folder.json"), 0, kNever), Error);
}

TEST_CASE("the spans of a run add up to its accounts in both engines", "[sim]") {
  Testbench bench = testbench_from_yaml(
      "version: 1\n"
      "blocks:\n"
      "  a: {type: source, kind: val, depth: 2, tokens: 1 2 S0 S0 3 S1 D}\n"
      "  sum: {type: reducer, in: {val: {from: a.out, depth: 1}}, timing: {initiation_interval: "
      "2}}\n"
      "  end: {type: test_sink, taken: [9, 12], in: {in: {from: sum.val, depth: 1}}}\n");
  std::vector<std::vector<std::string>> rows;
  for (const bool clocked : {false, true}) {
    const TemporaryFolder folder;
    Timeline timeline(folder.path("trace.json"), 0, kNever);
    RunOptions options;
    options.clocked = clocked;
    options.timeline = &timeline;
    const RunStatistics s = bench.run(options, false).statistics;
    timeline.finish();
    const json trace = parse(folder.path("trace.json"));
    for (const json& event : trace.at("traceEvents")) {
      if (event.at("ph") != "M") {
        continue;
      }
      const auto block = std::ranges::find(s.blocks, event.at("args").at("name").get<std::string>(),
                                           &BlockStatistics::name);
      std::map<std::string, Cycle> sums;
      Cycle last = 0;
      for (const json& span : trace.at("traceEvents")) {
        if (span.at("ph") == "X" && span.at("tid") == event.at("tid")) {
          CHECK(span.at("ts") >= last);  // no overlap
          last = span.at("ts").get<Cycle>() + span.at("dur").get<Cycle>();
          sums[span.at("name")] += span.at("dur").get<Cycle>();
        }
      }
      INFO(block->name << " " << clocked);
      CHECK(sums["busy"] == block->processes[0].cycles.busy);
      CHECK(sums["stalled_in"] == block->processes[0].cycles.stalled_in);
      CHECK(sums["stalled_out"] == block->processes[0].cycles.stalled_out);
    }
  }
}

}  // namespace
}  // namespace fiberloom::testing
