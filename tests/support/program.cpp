#include "support/program.h"

#include <atomic>
#include <fstream>

#include <catch2/catch.hpp>
#include <unistd.h>

namespace fiberloom {

namespace fs = std::filesystem;

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

SubprocessResult run_fiberloom(Arguments arguments) {
  arguments.insert(arguments.begin(), FIBERLOOM_PROGRAM);
  fs::current_path(FIBERLOOM_SOURCE);
  return run_program(arguments);
}

SubprocessResult run_fiberloom_limited(Arguments arguments) {
#ifdef __SANITIZE_ADDRESS__
  const std::string limit;
#else
  const std::string limit = "ulimit -v 2000000 && ";
#endif
  const std::vector<std::string> shell = {"sh", "-c", limit + "exec timeout 20 \"$0\" \"$@\"",
                                          FIBERLOOM_PROGRAM};
  arguments.insert(arguments.begin(), shell.begin(), shell.end());
  fs::current_path(FIBERLOOM_SOURCE);
  return run_program(arguments);
}

void check_exit(const Arguments& arguments, int exit_code, const std::string& message) {
  const SubprocessResult result = run_fiberloom_limited(arguments);
  CAPTURE(arguments, result.errors);
  CHECK(result.exit_code == exit_code);
  CHECK(result.errors.find(message) != std::string::npos);
  CHECK(result.output.empty() == (exit_code != 0));
}
void check_refused(const Arguments& arguments, const std::string& message) {
  check_exit(arguments, 2, message);
}

nlohmann::json run_for_json(Arguments arguments, int expected_exit_code) {
  arguments.emplace_back("--json");
  const SubprocessResult result = run_fiberloom(std::move(arguments));
  INFO(result.errors);
  REQUIRE(result.exit_code == expected_exit_code);
  return nlohmann::json::parse(result.output);
}

TemporaryFolder::TemporaryFolder() {
  static std::atomic<int> number{0};
  folder_ = fs::temp_directory_path() /
            ("fiberloom_test_" + std::to_string(::getpid()) + "_" + std::to_string(number++));
  fs::create_directories(folder_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return path(name);
}

std::string source_path(const std::string& relative) {
  return (fs::path(FIBERLOOM_SOURCE) / relative).string();
}

std::string shared_path(const std::string& relative) {
  const fs::path path = fs::path(FIBERLOOM_SOURCE) / ".." / "shared" / relative;
  if (!fs::exists(path)) {
    WARN("skipped: there is no ../shared/" << relative);
    return "";
  }
  return path.string();
}

}  // namespace fiberloom
