#include "base/text_file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "base/atomic_file.h"
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
  AtomicFile file(path);
  errno = 0;
  std::ofstream out(file.temporary(), std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out) {
    throw Error(ExitCode::environment, fmt::format("cannot write: {}", std::strerror(errno)),
                {.file = path});
  }
  file.commit();
}

}  // namespace fiberloom
