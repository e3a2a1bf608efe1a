#include "kernel/kernel_cache.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diagnostic.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTemporary = ".tmp-";
/// No compilation takes so long: what is older was left by a process that was killed.
constexpr std::chrono::hours kStale{1};

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::string user_folder() {
  if (const std::string own = variable("FIBERLOOM_CACHE"); !own.empty()) {
    return own;
  }
  const std::string cache = variable("XDG_CACHE_HOME");
  if (fs::path(cache).is_absolute()) {  // XDG: others are to be ignored
    return cache + "/fiberloom";
  }
  const std::string home = variable("HOME");
  return home.empty() ? home : home + "/.cache/fiberloom";
}

/// A library is loaded from there: it must be ours, and nobody else may write to it.
bool is_safe(const std::string& folder) {
  struct stat status {};
  return ::stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == ::geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
         ::access(folder.c_str(), W_OK | X_OK) == 0;
}

bool make_folder(const std::string& folder) {
  std::error_code failed;
  if (folder.empty()) {
    return false;
  }
  if (fs::create_directories(folder, failed)) {
    fs::permissions(folder, fs::perms::owner_all, failed);
  }
  return is_safe(folder);
}

std::string make_private_folder() {
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  std::string name = (failed ? fs::path("/tmp") : parent) / "fiberloom-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) {
    throw Error(ExitCode::environment,
                fmt::format("no folder for compiled kernels can be made: {}", std::strerror(errno)),
                {.file = name}, "FIBERLOOM_CACHE or TMPDIR name one");
  }
  return name;
}

Error cannot_write(const std::string& path) {
  return {
      ExitCode::environment, fmt::format("cannot write: {}", std::strerror(errno)), {.file = path}};
}

/// An empty file of a name that no other process has.
std::string make_temporary(const std::string& path) {
  std::string name = path + kTemporary + "XXXXXX";
  const int file = ::mkstemp(name.data());
  if (file < 0) {
    throw cannot_write(name);
  }
  ::close(file);
  return name;
}

void sync(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0 || ::fsync(file) != 0) {
    const int reason = errno;
    ::close(file);
    errno = reason;
    throw cannot_write(path);
  }
  ::close(file);
}

struct Entry {
  fs::path path;
  fs::file_time_type used;
  uint64_t bytes = 0;
};

}  // namespace

KernelCache::KernelCache() : directory_(user_folder()) {
  if (make_folder(directory_)) {
    directory_ = fs::absolute(directory_).string();
    return;
  }
  if (!directory_.empty()) {
    spdlog::warn("compiled kernels are not kept: {} is not a folder that you alone can write to",
                 directory_);
  }
  directory_ = make_private_folder();
  private_folder_ = std::shared_ptr<const void>(nullptr, [folder = directory_](const void*) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  });
}

KernelCache::KernelCache(const std::string& directory, uint64_t limit)
    : directory_(fs::absolute(directory).string()), limit_(limit) {
  if (!make_folder(directory_)) {
    throw Error(ExitCode::environment, "not a folder that you alone can write to",
                {.file = directory_});
  }
}

std::string KernelCache::path(const std::string& name) const {
  return (fs::path(directory_) / name).string();
}

bool KernelCache::touch(const std::string& name) const {
  // Setting the time also tells whether the file is there.
  return ::utimensat(AT_FDCWD, path(name).c_str(), nullptr, 0) == 0;
}

void KernelCache::store(const std::string& name,
                        const std::function<void(const std::string&)>& make) const {
  const std::string temporary = make_temporary(path(name));
  try {
    make(temporary);
    sync(temporary);
    if (::rename(temporary.c_str(), path(name).c_str()) != 0) {
      throw cannot_write(path(name));
    }
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

void KernelCache::remove(const std::string& name) const { ::unlink(path(name).c_str()); }

void KernelCache::trim() const {
  std::vector<Entry> entries;
  std::error_code gone;  // other processes trim too
  const auto now = fs::file_time_type::clock::now();
  uint64_t total = 0;
  for (auto at = fs::directory_iterator(directory_, gone); at != fs::directory_iterator();
       at.increment(gone)) {
    Entry entry{.path = at->path(), .used = at->last_write_time(gone)};
    const uint64_t bytes = at->file_size(gone);
    entry.bytes = gone ? 0 : bytes;
    if (entry.path.filename().string().find(kTemporary) == std::string::npos) {
      total += entry.bytes;
      entries.push_back(std::move(entry));
    } else if (now - entry.used > kStale) {
      fs::remove(entry.path, gone);
    }
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (size_t e = 0; e < entries.size() && total > limit_; ++e) {
    fs::remove(entries[e].path, gone);
    total -= entries[e].bytes;
  }
}

}  // namespace fiberloom
