// A run that is interrupted ends at once with exit code 130 and says how far it came.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "base/text_file.h"
#include "support/program.h"
#include "support/started_program.h"

namespace fiberloom {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

/// Minutes of simulation from little data: for every row of B a whole pass over the rows of C.
const std::vector<std::string> kLong = {"run", "graphs/matmul_ikj.yaml",
                                        "-g",  "B:nnz,nnz=500000",
                                        "-g",  "C:nnz,nnz=500000",
                                        "-d",  "i:1000000",
                                        "-d",  "j:1000000",
                                        "-d",  "k:1000000"};

void check_interrupted(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  const std::string out = folder.path("run");
  std::vector<std::string> arguments = kLong;
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.insert(arguments.end(), {"--json", "--out", out});
  StartedProgram program(arguments, folder.path("stdout"));
  // It does so when its data are loaded: a minute at most.
  const auto loaded = [&] { return program.catches_interrupt(); };
  REQUIRE((comes_true(loaded) || comes_true(loaded)));
  std::this_thread::sleep_for(milliseconds(500));  // a part of the run
  const auto begin = steady_clock::now();
  program.signal(SIGINT);
  CHECK(program.wait() == 130);
  CHECK(steady_clock::now() - begin < seconds(20));

  const auto report = nlohmann::json::parse(read_text_file(folder.path("stdout")));
  const auto kept = nlohmann::json::parse(read_text_file(out + "/statistics.json"));
  CHECK(report["status"] == "interrupted");
  CHECK(kept == report);
  CHECK(report["cycles"] > 0);
  CHECK(report["tokens"] > 0);
  const uint64_t cycles = report["cycles"];
  for (const auto& [name, block] : report["blocks"].items()) {
    INFO(name);
    const auto processes = block.value("processes", nlohmann::json::array({block}));
    for (const auto& process : processes) {
      CHECK(process["busy"].get<uint64_t>() + process["stalled_in"].get<uint64_t>() +
                process["stalled_out"].get<uint64_t>() + process["idle"].get<uint64_t>() ==
            cycles);
    }
  }
  // All that a rerun needs; no tensor, since half a result would pass for a whole one.
  for (const std::string name : {"config.yaml", "graph.yaml", "report.txt"}) {
    CHECK(std::filesystem::exists(std::filesystem::path(out) / name));
  }
  CHECK_FALSE(std::filesystem::exists(std::filesystem::path(out) / "X.tns"));
  // The counts are those of a run that was limited to these cycles.
  std::vector<std::string> limited = kLong;
  limited.insert(limited.end(), more.begin(), more.end());
  limited.insert(limited.end(), {"--max-cycles", std::to_string(cycles)});
  CHECK(run_for_json(limited, 4)["blocks"] == report["blocks"]);
}

}  // namespace

TEST_CASE("an interrupted run ends with exit code 130 and keeps its counts", "[cli]") {
  check_interrupted({});
  check_interrupted({"--engine", "clocked"});
  check_interrupted({"-c", "configs/finite.yaml", "--check"});
}

}  // namespace fiberloom
