#pragma once

#include <string>
#include <vector>

namespace fiberloom {

/// The program itself, running beside the test. It is killed at the end if need be.
class StartedProgram {
 public:
  /// Its output goes to a file.
  explicit StartedProgram(std::vector<std::string> arguments,
                          const std::string& output = "/dev/null");
  StartedProgram(const StartedProgram&) = delete;
  StartedProgram& operator=(const StartedProgram&) = delete;
  ~StartedProgram();

  void signal(int number) const;
  /// Its exit code, or 128 + the signal, or -1 where it does not end within half a minute.
  int wait();
  /// Whether it has installed a handler of SIGINT.
  bool catches_interrupt() const;
  /// The process ids of its children.
  std::vector<int> children() const;

 private:
  int process_ = 0;
  bool running_ = true;
};

/// Sleeps; false after half a minute of rounds.
bool sleep_a_little(int round);

/// Waits until something holds; false if it does not within half a minute.
template <class F>
bool comes_true(F holds) {
  for (int round = 0; !holds(); ++round) {
    if (!sleep_a_little(round)) {
      return false;
    }
  }
  return true;
}

}  // namespace fiberloom
