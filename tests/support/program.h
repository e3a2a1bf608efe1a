#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/subprocess.h"

namespace fiberloom {

using Arguments = std::vector<std::string>;
/// `arguments` and `more` of them.
Arguments with(Arguments arguments, const Arguments& more);

/// Runs the program itself, as a user would, in the source folder.
SubprocessResult run_fiberloom(Arguments arguments);

/// The same with 2 GB of address space (none under a sanitizer, which needs more) and 20 seconds;
/// exit code 124 where they were not enough.
SubprocessResult run_fiberloom_limited(Arguments arguments);

/// Expects, within these limits, the exit code, `message` on stderr, and nothing on stdout unless
/// the exit code is 0.
void check_exit(const Arguments& arguments, int exit_code, const std::string& message);
/// Expects that the arguments are refused as bad input.
void check_refused(const Arguments& arguments, const std::string& message);

/// The object that it prints with --json; the test fails where it prints none.
nlohmann::json run_for_json(Arguments arguments, int expected_exit_code = 0);

/// A folder that is there for one test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Writes a file and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path folder_;
};

/// A path below the source folder.
std::string source_path(const std::string& relative);
/// A path below ../shared, where that folder is there; else empty, after a message that the test
/// skips.
std::string shared_path(const std::string& relative);

}  // namespace fiberloom
