#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include <catch2/catch.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/environment.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kText = "int answer(void) { return 42; }\n";
constexpr int kRacers = 16;
constexpr int kKills = 24;

/// In a child: compiles, loads and calls; its exit code says whether that went well.
[[noreturn]] void compile_and_exit(const KernelWorkshop& workshop) {
  int code = 1;
  try {
    const LoadedLibrary loaded = workshop.compiler().compile_text(kText, false);
    code = loaded.library.function<int()>("answer")() == 42 ? 0 : 2;
  } catch (...) {
  }
  ::_exit(code);
}

pid_t start_child(const KernelWorkshop& workshop) {
  const pid_t child = ::fork();
  if (child == 0) {
    compile_and_exit(workshop);
  }
  return child;
}

int wait_for(pid_t child) {
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

std::vector<fs::path> files_of(const KernelWorkshop& workshop, const std::string& extension) {
  std::vector<fs::path> found;
  for (const auto& entry : fs::directory_iterator(workshop.cache())) {
    if (entry.path().extension() == extension) {
      found.push_back(entry.path());
    }
  }
  return found;
}

}  // namespace

TEST_CASE("sixteen processes that compile the same kernel at once all succeed", "[kernel]") {
  const KernelWorkshop workshop;
  std::vector<pid_t> children;
  for (int n = 0; n < kRacers; ++n) {
    children.push_back(start_child(workshop));
  }
  for (const pid_t child : children) {
    CHECK(wait_for(child) == 0);
  }
  CHECK(files_of(workshop, ".so").size() == 1);
  CHECK(files_of(workshop, ".c").size() == 1);
  CHECK(std::distance(fs::directory_iterator(workshop.cache()), fs::directory_iterator()) == 2);
}

TEST_CASE("a process killed while it compiles leaves no half library", "[kernel]") {
  const KernelWorkshop workshop;
  fs::create_directory(workshop.cache());
  fs::permissions(workshop.cache(), fs::perms::owner_all);
  int killed = 0;
  for (int n = 0; n < kKills; ++n) {
    for (const fs::path& file : files_of(workshop, ".so")) {
      fs::remove(file);
    }
    const pid_t child = start_child(workshop);
    std::this_thread::sleep_for(std::chrono::milliseconds(5 * n));
    ::kill(child, SIGKILL);
    const int status = wait_for(child);
    killed += WIFSIGNALED(status) ? 1 : 0;
    for (const fs::path& file : files_of(workshop, ".so")) {
      CHECK(SharedLibrary(file.string()).function<int()>("answer")() == 42);
    }
    CHECK(wait_for(start_child(workshop)) == 0);  // the next one works
  }
  CHECK(killed > 0);
}

}  // namespace fiberloom
