#include "base/atomic_file.h"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

#include "base/diagnostic.h"

namespace fiberloom {

namespace fs = std::filesystem;

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  std::error_code ignored;
  if (fs::is_symlink(path_, ignored)) {
    // Replace what it points to, not the link.
    const fs::path target = fs::weakly_canonical(path_, ignored);
    path_ = target.empty() ? path_ : target.string();
  }
  done_ = fs::exists(path_, ignored) && !fs::is_regular_file(path_, ignored);
  temporary_ = done_ ? path_ : fmt::format("{}.{}.tmp", path_, ::getpid());
}

AtomicFile::~AtomicFile() {
  if (!done_) {
    std::error_code ignored;
    fs::remove(temporary_, ignored);
  }
}

void AtomicFile::commit() {
  if (done_) {
    return;
  }
  std::error_code failed;
  fs::rename(temporary_, path_, failed);
  if (failed) {
    throw Error(ExitCode::environment, fmt::format("cannot write: {}", failed.message()),
                {.file = path_});
  }
  done_ = true;
}

}  // namespace fiberloom
