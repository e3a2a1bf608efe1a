#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace fiberloom {

/// A folder of files that are named by the hash of what they are made from. Any number of
/// processes may use it at once, and each may be killed at any moment: a file comes into being
/// under a temporary name, is synced, and takes its name in one step.
class KernelCache {
 public:
  /// The user's folder: $FIBERLOOM_CACHE, else $XDG_CACHE_HOME/fiberloom, else ~/.cache/fiberloom.
  /// Where it cannot be written, or belongs to somebody else, a private one that goes with the last
  /// copy of this object.
  KernelCache();
  explicit KernelCache(const std::string& directory, uint64_t limit = kDefaultLimit);

  static constexpr uint64_t kDefaultLimit = uint64_t{256} << 20;  ///< bytes

  const std::string& directory() const { return directory_; }
  /// The file of this name; whether it is there or not.
  std::string path(const std::string& name) const;
  /// Is it there? Marks it as used.
  bool touch(const std::string& name) const;
  /// Makes the file: `make` is to write it to the path that it is given. What another process put
  /// there meanwhile is replaced. Throws Error (environment) where nothing can be written.
  void store(const std::string& name, const std::function<void(const std::string&)>& make) const;
  void remove(const std::string& name) const;
  /// Removes what processes that were killed left, and the files that were longest not used until
  /// the others take at most the limit.
  void trim() const;

 private:
  std::string directory_;
  uint64_t limit_ = kDefaultLimit;
  std::shared_ptr<const void> private_folder_;  ///< removes it
};

}  // namespace fiberloom
