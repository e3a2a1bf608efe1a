#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/descriptor.h"

namespace fiberloom {

/// A process of this program itself that does not outlive this one, however that ends. Its
/// standard output and errors are collected.
class ChildProcess {
 public:
  /// `memory_bytes`: of address space, 0 for any. Throws Error (environment): it cannot be started.
  ChildProcess(const std::vector<std::string>& arguments, uint64_t memory_bytes);
  ChildProcess(ChildProcess&&) noexcept = default;
  /// Kills it, and what it has started, unless it has ended.
  ~ChildProcess();

  /// To wait for: readable when it has ended, or said something.
  int ended_fd() const { return ended_.get(); }
  int output_fd() const { return output_.get(); }
  int errors_fd() const { return errors_.get(); }

  /// Takes in what it has said.
  void read_output();
  void read_errors();
  /// Whether it has ended; then everything is read and the status is known.
  bool reap();
  void kill();

  /// How it ended: an exit code, or 128 + the signal.
  int exit_code() const { return exit_code_; }
  const std::string& output() const { return output_text_; }
  const std::string& errors() const { return errors_text_; }

 private:
  Descriptor ended_;
  Descriptor output_;
  Descriptor errors_;
  std::optional<int> process_;  ///< until it is reaped
  int exit_code_ = 0;
  std::string output_text_;
  std::string errors_text_;
};

/// For the program's start: where it was started as a ChildProcess, it is ended by the system when
/// its parent ends.
void die_with_parent();

}  // namespace fiberloom
