#include "explore/child_process.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diagnostic.h"
#include "base/process.h"

extern char** environ;

namespace fiberloom {
namespace {

// The parent's process id. posix_spawn cannot ask for a death signal, so the child does.
constexpr const char* kParentVariable = "FIBERLOOM_PARENT";
constexpr const char* kSelf = "/proc/self/exe";
/// Of a child's output; beyond it something is wrong with it.
constexpr size_t kMostText = size_t{256} << 20;

Error system_error(const std::string& what, int fault) {
  return Error(ExitCode::environment, fmt::format("{}: {}", what, std::strerror(fault)));
}

/// Arguments or environment as the system takes them; the texts must live on.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> made;
  for (std::string& text : texts) {
    made.push_back(text.data());
  }
  made.push_back(nullptr);
  return made;
}

std::vector<std::string> environment_with_parent() {
  const std::string prefix = std::string(kParentVariable) + "=";
  std::vector<std::string> variables = {prefix + std::to_string(::getpid())};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with(prefix)) {
      variables.emplace_back(*variable);
    }
  }
  return variables;
}

class SpawnSettings {
 public:
  SpawnSettings(int output, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    // A group of its own: Ctrl-C reaches this program alone, and a kill all that the child started.
    posix_spawnattr_init(&attributes_);
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    posix_spawnattr_setsigdefault(&attributes_, &interrupts);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  pid_t spawn(std::vector<std::string> arguments) const {
    std::vector<std::string> variables = environment_with_parent();
    arguments.insert(arguments.begin(), "fiberloom");
    pid_t child = 0;
    const int fault = ::posix_spawn(&child, kSelf, &actions_, &attributes_,
                                    pointers(arguments).data(), pointers(variables).data());
    if (fault != 0) {
      throw system_error("cannot start a process", fault);
    }
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

void drain(Descriptor& from, std::string& to) {
  std::array<char, 1 << 16> buffer;
  while (from.open()) {
    const ssize_t count = ::read(from.get(), buffer.data(), buffer.size());
    if (count > 0) {
      to.append(buffer.data(), std::min(static_cast<size_t>(count), kMostText - to.size()));
    } else if (count == 0) {
      from.close();
    } else if (errno != EINTR) {
      return;  // nothing more for now
    }
  }
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments, uint64_t memory_bytes) {
  Pipe output = make_pipe();
  Pipe errors = make_pipe();
  for (const Pipe* pipe : {&output, &errors}) {
    ::fcntl(pipe->read.get(), F_SETFL, O_NONBLOCK);
  }
  process_ = SpawnSettings(output.write.get(), errors.write.get()).spawn(arguments);
  if (memory_bytes > 0) {
    const rlimit limit{.rlim_cur = memory_bytes, .rlim_max = memory_bytes};
    ::prlimit(*process_, RLIMIT_AS, &limit, nullptr);
  }
  output_ = std::move(output.read);
  errors_ = std::move(errors.read);
  // glibc 2.36 declares pidfd_open as if it were a C++ function.
  ended_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, *process_, 0)));
  if (!ended_.open()) {
    const int fault = errno;
    kill();
    throw system_error("cannot watch a process", fault);
  }
}

ChildProcess::~ChildProcess() {
  if (process_ && ended_.open()) {
    kill();
  }
}

void ChildProcess::read_output() { drain(output_, output_text_); }
void ChildProcess::read_errors() { drain(errors_, errors_text_); }

bool ChildProcess::reap() {
  int status = 0;
  if (process_ && ::waitpid(*process_, &status, WNOHANG) == *process_) {
    process_.reset();
    exit_code_ = exit_code_of(status);
    read_output();
    read_errors();
  }
  return !process_;
}

void ChildProcess::kill() {
  if (process_) {
    ::kill(-*process_, SIGKILL);
    ::kill(*process_, SIGKILL);  // its group may not be there yet
    int status = 0;
    while (::waitpid(*process_, &status, 0) < 0 && errno == EINTR) {
    }
    process_.reset();
    exit_code_ = 128 + SIGKILL;
  }
}

void die_with_parent() {
  const char* text = std::getenv(kParentVariable);
  if (text == nullptr) {
    return;
  }
  pid_t parent = 0;
  const char* end = text + std::strlen(text);
  if (std::from_chars(text, end, parent).ptr != end) {
    return;
  }
  ::unsetenv(kParentVariable);  // not for what this process starts
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) {
    std::_Exit(static_cast<int>(ExitCode::interrupted));  // it ended before the system was told
  }
}

}  // namespace fiberloom
