#pragma once

#include <string>

namespace fiberloom {

/// Replaces a file in one step: what is written to a temporary file beside it takes its name at
/// commit(), so that a crash leaves the old file or the new one. A device or a pipe (/dev/stdout)
/// is written through, because a rename would replace it.
class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;
  /// Removes the temporary file unless it was committed.
  ~AtomicFile();

  /// The file to write to.
  const std::string& temporary() const { return temporary_; }
  /// Call after the temporary file is closed. Throws Error with code environment.
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  bool done_ = false;
};

}  // namespace fiberloom
