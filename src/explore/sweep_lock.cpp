#include "explore/sweep_lock.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>

#include "base/diagnostic.h"

namespace fiberloom {

SweepLock::SweepLock(const std::string& directory)
    : file_(::open((directory + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (!file_.open()) {
    throw Error(ExitCode::environment,
                std::string("cannot write in the folder: ") + std::strerror(errno),
                {.file = directory});
  }
  if (::flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    throw Error(ExitCode::environment, "another sweep writes to this folder", {.file = directory});
  }
}

}  // namespace fiberloom
