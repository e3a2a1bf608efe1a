#include "base/process.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostic.h"

namespace fiberloom {

Pipe make_pipe() {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) {
    throw Error(ExitCode::environment, fmt::format("no pipe: {}", std::strerror(errno)));
  }
  return {Descriptor(fds[0]), Descriptor(fds[1])};
}

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace fiberloom
