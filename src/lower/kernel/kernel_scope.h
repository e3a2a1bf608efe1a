#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lower/kernel/code_text.h"

namespace fiberloom {

/// A block of a kernel that has variables and arrays of its own: the function, or what each thread
/// runs. Where memory runs out it goes to its own end and frees them.
class KernelScope {
 public:
  /// `prefix`: of its labels.
  KernelScope(std::string prefix, int depth)
      : set_up(depth), prefix_(std::move(prefix)), depth_(depth) {}

  /// A line at its top, which stands there if `name` is used below.
  void declare(const std::string& name, const std::string& line) {
    declarations_.emplace_back(name, line);
  }
  /// An array that it frees.
  void own(const std::string& name) { owned_.push_back(name); }
  /// The statement that leaves it where a condition holds.
  std::string fail_if(const std::string& condition) const;
  /// Its label `finish` or `out_of_memory`.
  std::string label(const std::string& name) const { return prefix_ + name; }

  /// The whole block: declarations, allocations, `body`, what `failed` says where memory ran out,
  /// `last`, and the freeing.
  std::string text(const std::string& body, const std::string& failed,
                   const std::string& last) const;

  CodeText set_up;  ///< allocations

 private:
  std::string indent() const { return std::string(2 * static_cast<size_t>(depth_), ' '); }

  std::string prefix_;
  int depth_;
  std::vector<std::pair<std::string, std::string>> declarations_{};  ///< name and line
  std::vector<std::string> owned_{};
};

}  // namespace fiberloom
