#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "explore/sweep_lock.h"
#include "explore/sweep_store.h"
#include "support/program.h"

namespace fiberloom {
namespace {

PointResult result(size_t number, const std::string& status) {
  PointResult made{.number = number};
  made.status = status;
  made.cycles = 100 * number;
  made.point_seconds = 0.5;
  made.version = "1";
  made.command = "fiberloom run x";
  made.axes = R"({"seed":)" + std::to_string(number) + "}";
  made.measures = R"({"check.status":"ok","tokens":7})";
  return made;
}

/// Adds the outcome of a run to a builder of a point and gives the point.
PointResult built(int exit_code, const std::string& output, bool timed_out = false) {
  PointResultBuilder builder;
  builder.add(Measure::simulation, {.point = 1,
                                    .exit_code = exit_code,
                                    .timed_out = timed_out,
                                    .seconds = 1.5,
                                    .output = output,
                                    .errors = "some words\n"});
  return builder.finish(1, "c", "{}");
}

}  // namespace

TEST_CASE("a store keeps its points from one opening to the next", "[explore]") {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.sqlite");
  {
    SweepStore store(path, SweepStore::Mode::write);
    CHECK_FALSE(store.record());
    store.begin({.identity = "{}", .points = 3});
    store.add(result(2, "ok"));
    store.add(result(1, "deadlock"));
    CHECK_THROWS_AS(store.add(result(1, "ok")), Error);  // every point once
  }
  const SweepStore store(path, SweepStore::Mode::read);
  CHECK(store.record()->points == 3);
  CHECK(store.done() == std::set<size_t>{1, 2});
  const ReportTable table = store.table();
  CHECK(table.columns == std::vector<std::string>{"point", "seed", "status", "exit_code", "cycles",
                                                  "check.status", "tokens", "point_seconds",
                                                  "version", "command"});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0][0] == Datum(int64_t{1}));
  CHECK(table.rows[0][2] == Datum(std::string("deadlock")));
  CHECK(table.rows[1][4] == Datum(int64_t{200}));
  CHECK(table.rows[1][6] == Datum(int64_t{7}));
}

TEST_CASE("a file that is no store is bad input", "[explore]") {
  const TemporaryFolder folder;
  const std::string text = folder.write("x.sqlite", std::string(5000, 'x'));
  CHECK_THROWS_WITH(SweepStore(text, SweepStore::Mode::read).record(),
                    Catch::Contains("not a store of sweep results"));
  CHECK_THROWS_WITH(SweepStore(folder.path("absent"), SweepStore::Mode::read),
                    Catch::Contains("no such file"));
}

TEST_CASE("a folder has one sweep at a time", "[explore]") {
  const TemporaryFolder folder;
  {
    const SweepLock first(folder.path(""));
    CHECK_THROWS_WITH(SweepLock(folder.path("")), Catch::Contains("another sweep"));
  }
  CHECK_NOTHROW(SweepLock(folder.path("")));
}

TEST_CASE("a point's status says how its run ended", "[explore]") {
  CHECK(built(0, R"({"status":"ok","cycles":5})").status == "ok");
  const PointResult deadlock =
      built(3, R"({"status":"deadlock","cycles":5,"deadlock":{"sufficient_depth":8}})");
  CHECK(deadlock.status == "deadlock");
  CHECK(deadlock.sufficient_depth == 8);
  CHECK(deadlock.message.find("at least 8 deep") != std::string::npos);
  CHECK(built(3, R"({"status":"deadlock","deadlock":{"sufficient_depth":null}})")
            .message.find("any FIFO depth") != std::string::npos);
  CHECK(built(4, R"({"status":"limit","cycles":5})").message == "stopped after 5 cycles");
  const PointResult memory = built(4, R"({"status":"error","message":"out of memory"})");
  CHECK(memory.status == "limit");
  CHECK(memory.message == "out of memory");
  CHECK(built(1, R"({"status":"mismatch","check":{"reason":"why"}})").message == "why");
  CHECK(built(2, R"({"status":"error","message":"what"})").message == "what");
  CHECK(built(137, "", true).status == "timeout");
  const PointResult crash = built(139, "");
  CHECK(crash.status == "crash");
  CHECK(crash.message.find("signal 11") != std::string::npos);
  CHECK(crash.message.find("some words") != std::string::npos);
  CHECK(built(0, "{no json").status == "crash");
  CHECK(built(0, "[]").status == "crash");
}

TEST_CASE("every scalar of a report is a measure by its path", "[explore]") {
  const PointResult point = built(0, R"({"status":"ok","cycles":9,"tokens":5,"version":"2",
      "inputs":{"B":{"stored":3,"shape":[1,2],"of":null}},"check":{"status":"ok"},
      "config":{"clock_hz":1},"blocks":{"b":{"busy":1}},"channels":{}})");
  CHECK(nlohmann::json::parse(point.measures) ==
        nlohmann::json({{"tokens", 5}, {"inputs.B.stored", 3}, {"check.status", "ok"}}));
  CHECK(point.cycles == 9);
  CHECK(point.version == "2");
  CHECK(nlohmann::json::parse(point.config) == nlohmann::json({{"clock_hz", 1}}));
  CHECK(nlohmann::json::parse(point.blocks) == nlohmann::json({{"b", {{"busy", 1}}}}));
}

TEST_CASE("the statements of an expression are measured as stages", "[explore]") {
  const PointResult point = built(0, R"({"status":"ok","cycles":9,"stages":[
      {"status":"ok","cycles":4,"blocks":{"a":1}},{"status":"ok","cycles":5,"blocks":{"b":2}}]})");
  CHECK(point.cycles == 9);
  CHECK(nlohmann::json::parse(point.measures) ==
        nlohmann::json({{"stages.0.cycles", 4}, {"stages.1.cycles", 5}}));
  CHECK(nlohmann::json::parse(point.blocks).size() == 2);
}

TEST_CASE("a kernel's report is measured beside the simulation's", "[explore]") {
  PointResultBuilder builder;
  CHECK(builder.add(Measure::simulation, {.output = R"({"status":"ok","cycles":9})"}));
  CHECK(builder.add(Measure::kernel,
                    {.output = R"({"status":"ok","median_seconds":0.25,"threads":2})"}));
  const PointResult point = builder.finish(1, "c", "{}");
  CHECK(point.cycles == 9);
  CHECK(point.kernel_seconds == 0.25);
  CHECK(nlohmann::json::parse(point.measures)["kernel.threads"] == 2);
  PointResultBuilder statements;
  statements.add(Measure::kernel, {.output = R"({"status":"ok","stages":[
      {"status":"ok","median_seconds":0.25},{"status":"ok","median_seconds":0.5}]})"});
  CHECK(statements.finish(1, "c", "{}").kernel_seconds == 0.75);
}

}  // namespace fiberloom
