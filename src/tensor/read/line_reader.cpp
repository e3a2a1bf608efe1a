#include "tensor/read/line_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <zlib.h>

namespace fiberloom {
namespace {

constexpr size_t kBlock = size_t{1} << 18;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr size_t kLongestShownLine = 200;

bool is_printable(std::string_view line) {
  return std::none_of(line.begin(), line.end(), [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
}

}  // namespace

void LineReader::Close::operator()(gzFile_s* file) const { gzclose(file); }

LineReader::LineReader(const std::string& path) : path_(path), buffer_(kBlock) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) {
    throw bad_input("is a directory, cannot read it as a file", {.file = path});
  }
  errno = 0;
  file_.reset(gzopen(path.c_str(), "rb"));
  if (!file_) {
    throw bad_input(fmt::format("cannot open: {}", std::strerror(errno)), {.file = path});
  }
  gzbuffer(file_.get(), kBlock / 2);
  const uint64_t bytes = std::filesystem::file_size(path, failed);
  file_bytes_ = failed ? 0 : bytes;
  if (peek(kByteOrderMark.size()) == kByteOrderMark) {
    begin_ += kByteOrderMark.size();
  }
}

/// Appends a block to the buffer; false at the end of the file.
bool LineReader::fill() {
  if (at_end_) {
    return false;
  }
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) {
    buffer_.resize(2 * buffer_.size());
  }
  errno = 0;
  const size_t room = std::min(buffer_.size() - end_, kBlock);
  const int got = gzread(file_.get(), buffer_.data() + end_, static_cast<unsigned>(room));
  int status = Z_OK;
  const char* reason = gzerror(file_.get(), &status);
  if (status == Z_BUF_ERROR) {
    throw error("truncated gzip file: unexpected end of the compressed data");
  }
  if (got < 0 || (status != Z_OK && status != Z_STREAM_END)) {
    throw error(fmt::format("cannot read: {}", status == Z_ERRNO ? std::strerror(errno) : reason));
  }
  end_ += static_cast<size_t>(got);
  at_end_ = got == 0;
  return !at_end_;
}

std::string_view LineReader::peek(size_t count) {
  while (end_ - begin_ < count && fill()) {
  }
  return {buffer_.data() + begin_, std::min(count, end_ - begin_)};
}

bool LineReader::next() {
  ++number_;
  line_ = {};
  size_t searched = 0;
  while (true) {
    const char* from = buffer_.data() + begin_;
    const auto* newline =
        static_cast<const char*>(std::memchr(from + searched, '\n', end_ - begin_ - searched));
    if (newline != nullptr) {
      line_ = {from, static_cast<size_t>(newline - from)};
      begin_ += line_.size() + 1;
      break;
    }
    searched = end_ - begin_;
    if (searched > kLongestLine) {
      throw error(fmt::format("a line of more than {} bytes: not a text file", kLongestLine));
    }
    if (!fill()) {
      if (searched == 0) {
        --number_;
        return false;
      }
      line_ = {buffer_.data() + begin_, searched};
      begin_ = end_;
      break;
    }
  }
  if (line_.ends_with('\r')) {
    line_.remove_suffix(1);
  }
  return true;
}

Location LineReader::where() const {
  constexpr uint64_t kLargestLine = std::numeric_limits<int>::max();
  Location where{.file = path_, .line = static_cast<int>(std::min(number_, kLargestLine))};
  if (line_.size() <= kLongestShownLine && is_printable(line_)) {
    where.text = line_;
  }
  return where;
}

Error LineReader::error(const std::string& message, const std::string& hint) const {
  return bad_input(message, where(), hint);
}

Error LineReader::error_at(std::string_view part, const std::string& message,
                           const std::string& hint) const {
  Location place = where();
  place.column = static_cast<int>(part.data() - line_.data()) + 1;
  place.length = static_cast<int>(std::max<size_t>(1, part.size()));
  return bad_input(message, std::move(place), hint);
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  Words rest(line);
  for (std::string_view word = rest.next(); !word.empty(); word = rest.next()) {
    words.push_back(word);
  }
  return words;
}

}  // namespace fiberloom
