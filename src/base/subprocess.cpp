#include "base/subprocess.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostic.h"
#include "base/process.h"

extern char** environ;

namespace fiberloom {
namespace {

pid_t spawn(const std::vector<std::string>& command, const Pipe& in, const Pipe& out,
            const Pipe& err) {
  std::vector<char*> arguments;
  for (const std::string& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.read.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.write.get(), STDERR_FILENO);
  pid_t child = 0;
  const int fault =
      ::posix_spawnp(&child, command[0].c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (fault != 0) {
    throw Error(ExitCode::environment,
                fmt::format("cannot run '{}': {}", command[0], std::strerror(fault)));
  }
  return child;
}

/// Reads what is there; closes at the end.
void drain(Descriptor& from, std::string& to) {
  std::array<char, 1 << 16> buffer;
  const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
  if (count > 0) {
    to.append(buffer.data(), static_cast<size_t>(count));
  } else if (count == 0 || errno != EINTR) {
    from.close();
  }
}

/// Feeds the child and reads it at the same time, so that neither pipe can block the other.
void exchange(Descriptor in, Descriptor out, Descriptor err, const std::string& input,
              SubprocessResult& result) {
  ::fcntl(in.get(), F_SETFL, O_NONBLOCK);
  size_t written = 0;
  if (input.empty()) {
    in.close();
  }
  while (out.open() || err.open()) {
    std::array<pollfd, 3> wait = {pollfd{out.get(), POLLIN, 0}, pollfd{err.get(), POLLIN, 0},
                                  pollfd{in.get(), POLLOUT, 0}};
    ::poll(wait.data(), wait.size(), -1);
    if (wait[0].revents != 0) {
      drain(out, result.output);
    }
    if (wait[1].revents != 0) {
      drain(err, result.errors);
    }
    if (in.open() && wait[2].revents != 0) {
      const ssize_t count = ::write(in.get(), input.data() + written, input.size() - written);
      written += count > 0 ? static_cast<size_t>(count) : 0;
      const bool broken = count < 0 && errno != EAGAIN && errno != EINTR;
      if (broken || written == input.size()) {
        in.close();
      }
    }
  }
}

}  // namespace

SubprocessResult run_program(const std::vector<std::string>& command, const std::string& input) {
  Pipe in = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  const pid_t child = spawn(command, in, out, err);
  in.read.close();
  out.write.close();
  err.write.close();
  // A child that ends before it has read its input must not end us.
  const auto previous = std::signal(SIGPIPE, SIG_IGN);
  SubprocessResult result;
  exchange(std::move(in.write), std::move(out.read), std::move(err.read), input, result);
  std::signal(SIGPIPE, previous);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  result.exit_code = exit_code_of(status);
  return result;
}

}  // namespace fiberloom
