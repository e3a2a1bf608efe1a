#pragma once

#include <charconv>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/atomic_file.h"

struct gzFile_s;

namespace fiberloom {

/// A text file that is written through a buffer, gzipped if its name ends in .gz, and takes its
/// name at finish(). All functions throw Error with code environment.
class TextOutput {
 public:
  explicit TextOutput(const std::string& path);

  void put(std::string_view text);
  void put(char c) {
    make_room();
    buffer_[used_++] = c;
  }
  /// The shortest form that reads back as the same number.
  template <class T>
  void put_number(T number) {
    make_room();
    char* const from = buffer_.data() + used_;
    used_ += static_cast<size_t>(std::to_chars(from, buffer_.data() + buffer_.size(), number).ptr -
                                 from);
  }

  void finish();

 private:
  struct Close {
    void operator()(gzFile_s* file) const;
  };
  static constexpr size_t kLongestNumber = 32;

  void make_room() {
    if (buffer_.size() - used_ < kLongestNumber) {
      flush();
    }
  }
  void flush();
  [[noreturn]] void fail(const char* reason) const;

  std::string path_;
  AtomicFile target_;
  std::unique_ptr<gzFile_s, Close> file_;
  std::vector<char> buffer_;
  size_t used_ = 0;
};

}  // namespace fiberloom
