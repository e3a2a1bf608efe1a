// A run that is interrupted ends at once with exit code 130 and says how far it came.

#include <chrono>
#include <csignal>
#include <fstream>
#include <future>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text_file.h"
#include "support/program.h"

extern char** environ;

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

pid_t start(std::vector<std::string> arguments, const std::string& output) {
  arguments.insert(arguments.begin(), FIBERLOOM_PROGRAM);
  std::vector<char*> words;
  for (std::string& word : arguments) {
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  std::filesystem::current_path(FIBERLOOM_SOURCE);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output.c_str(), O_WRONLY | O_CREAT,
                                   0600);
  pid_t child = 0;
  REQUIRE(::posix_spawn(&child, FIBERLOOM_PROGRAM, &actions, nullptr, words.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

/// Whether a process has installed a handler of SIGINT, which it does when its data are loaded.
bool catches_interrupt(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigCgt:")) {
      return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    }
  }
  return false;
}

/// The exit code of a process that must end soon.
int exit_code(pid_t process) {
  auto ended = std::async(std::launch::async, [process] {
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  });
  if (ended.wait_for(seconds(20)) != std::future_status::ready) {
    ::kill(process, SIGKILL);
    FAIL_CHECK("the program did not end");
  }
  return ended.get();
}

void check_interrupted(const std::vector<std::string>& more) {
  const TemporaryFolder folder;
  const std::string out = folder.path("run");
  std::vector<std::string> arguments = kLong;
  arguments.insert(arguments.end(), more.begin(), more.end());
  arguments.insert(arguments.end(), {"--json", "--out", out});
  const pid_t program = start(arguments, folder.path("stdout"));
  const auto begin = steady_clock::now();
  while (!catches_interrupt(program) && steady_clock::now() - begin < seconds(60)) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  std::this_thread::sleep_for(milliseconds(500));  // a part of the run
  REQUIRE(::kill(program, SIGINT) == 0);
  CHECK(exit_code(program) == 130);

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
