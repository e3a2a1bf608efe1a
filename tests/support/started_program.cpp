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

StartedProgram::StartedProgram(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), FIBERLOOM_PROGRAM);
  std::vector<char*> words;
  for (std::string& word : arguments) {
    words.push_back(word.data());
  }
  words.push_back(nullptr);
  std::filesystem::current_path(FIBERLOOM_SOURCE);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
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

int StartedProgram::wait() {
  int status = 0;
  const bool ended = comes_true([&] { return ::waitpid(process_, &status, WNOHANG) == process_; });
  running_ = !ended;
  if (!ended) {
    return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
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
