#include "base/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <unistd.h>

#include "base/diagnostic.h"

namespace fiberloom {

namespace fs = std::filesystem;

std::string read_text_file(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw bad_input("is a directory, cannot read it as a file", {.file = path});
  }
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    throw bad_input(fmt::format("cannot open: {}", std::strerror(errno)), {.file = path});
  }
  std::ostringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

void write_text_file(const std::string& path, const std::string& text) {
  const auto fail = [&](const std::string& what) {
    return Error(ExitCode::environment, fmt::format("cannot write: {}", what), {.file = path});
  };
  std::error_code ignored;
  const bool special = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);
  // A device or a pipe (/dev/stdout) is written through; a rename would replace it.
  const std::string temporary = special ? path : fmt::format("{}.{}.tmp", path, ::getpid());
  errno = 0;
  std::ofstream out(temporary, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) {
    const std::string reason = std::strerror(errno);
    if (!special) {
      fs::remove(temporary, ignored);
    }
    throw fail(reason);
  }
  if (special) {
    return;
  }
  std::error_code failed;
  fs::rename(temporary, path, failed);
  if (failed) {
    fs::remove(temporary, failed);
    throw fail(failed.message());
  }
}

}  // namespace fiberloom
