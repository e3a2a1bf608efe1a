#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

struct gzFile_s;

namespace fiberloom {

/// The lines of a text file, plain or gzipped (several members are one stream). It is read and
/// decompressed block by block, so that a file is judged from its first line on.
class LineReader {
 public:
  /// Throws Error (bad_input): a missing or unreadable file, a folder.
  explicit LineReader(const std::string& path);

  /// Steps to the next line; false at the end of the file. Throws Error (bad_input): a truncated
  /// or damaged gzip stream, a line beyond kLongestLine.
  bool next();
  /// The line without its end, `\n` or `\r\n`; valid until next().
  std::string_view line() const { return line_; }
  uint64_t number() const { return number_; }

  /// Up to `count` bytes of what follows the current line, without stepping to it.
  std::string_view peek(size_t count);

  uint64_t file_bytes() const { return file_bytes_; }

  /// An Error at the current line, and at `part` of it.
  Error error(const std::string& message, const std::string& hint = {}) const;
  Error error_at(std::string_view part, const std::string& message,
                 const std::string& hint = {}) const;

  static constexpr size_t kLongestLine = size_t{1} << 24;

 private:
  struct Close {
    void operator()(gzFile_s* file) const;
  };

  bool fill();
  Location where() const;

  std::string path_;
  std::unique_ptr<gzFile_s, Close> file_;
  uint64_t file_bytes_ = 0;
  std::vector<char> buffer_;
  size_t begin_ = 0;  ///< of what is not yet read as lines
  size_t end_ = 0;
  bool at_end_ = false;
  std::string_view line_;
  uint64_t number_ = 0;
};

/// The blank-separated words of a line.
class Words {
 public:
  explicit Words(std::string_view line) : at_(line.data()), end_(line.data() + line.size()) {}

  /// The next word, empty at the end of the line.
  std::string_view next() {
    while (at_ != end_ && is_blank(*at_)) {
      ++at_;
    }
    const char* begin = at_;
    while (at_ != end_ && !is_blank(*at_)) {
      ++at_;
    }
    return {begin, static_cast<size_t>(at_ - begin)};
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  const char* at_;
  const char* end_;
};

std::vector<std::string_view> words_of(std::string_view line);

}  // namespace fiberloom
