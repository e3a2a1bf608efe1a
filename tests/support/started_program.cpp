#include "support/started_program.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <catch2/catch.hpp>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"

extern char** environ;

namespace fiberloom {
namespace {

constexpr std::chrono::milliseconds kLittle{5};
constexpr int kMostRounds = 6000;

}  // namespace

bool sleep_a_little(int round) {
  std::this_thread::sleep_for(kLittle);
  return round < kMostRounds;
}

StartedProgram::StartedProgram(std::vector<std::string> arguments, const std::string& output) {
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
  REQUIRE(::posix_spawn(&process_, FIBERLOOM_PROGRAM, &actions, nullptr, words.data(), environ) ==
          0);
  posix_spawn_file_actions_destroy(&actions);
}

StartedProgram::~StartedProgram() {
  if (running_) {
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
}

void StartedProgram::signal(int number) const { ::kill(process_, number); }

bool StartedProgram::catches_interrupt() const {
  std::ifstream status("/proc/" + std::to_string(process_) + "/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("SigCgt:")) {
      return (std::stoull(line.substr(7), nullptr, 16) >> (SIGINT - 1) & 1) != 0;
    }
  }
  return false;
}

int StartedProgram::wait() {
  int status = 0;
  const bool ended = comes_true([&] { return ::waitpid(process_, &status, WNOHANG) == process_; });
  running_ = !ended;
  if (!ended) {
    return -1;
  }
  return exit_code_of(status);
}

std::vector<int> StartedProgram::children() const {
  const std::string id = std::to_string(process_);
  std::ifstream in("/proc/" + id + "/task/" + id + "/children");
  std::vector<int> found;
  for (int child = 0; in >> child;) {
    found.push_back(child);
  }
  return found;
}

}  // namespace fiberloom
