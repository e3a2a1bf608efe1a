#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "tensor/read/line_reader.h"
#include "tensor/read/number.h"
#include "tensor/read/reader.h"
#include "tensor/read/shape_file.h"
#include "tensor/tensor_file.h"

namespace fiberloom {
namespace {

/// The next line that is neither blank nor a comment; false at the end of the file.
bool next_entry_line(LineReader& lines) {
  while (lines.next()) {
    const std::string_view line = lines.line();
    const size_t start = line.find_first_not_of(" \t");
    if (start != std::string_view::npos && line[start] != '#') {
      return true;
    }
  }
  return false;
}

/// Reads FROSTT's text format: a line an entry, 1-based coordinates and the value. The first line
/// tells the order; a scalar is one line with the value alone.
template <class T>
class FrosttEntries {
 public:
  /// `shape` where it is known exactly.
  FrosttEntries(LineReader& lines, std::optional<std::vector<uint64_t>> shape)
      : lines_(lines), exact_(shape.has_value()), shape_(std::move(shape).value_or(Shape{})) {}

  CoordinateList read() {
    if (!next_entry_line(lines_)) {
      return empty();
    }
    start(words_of(lines_.line()).size() - 1);
    read_line();
    while (next_entry_line(lines_)) {
      if (columns_.empty()) {
        throw lines_.error("a second line in the file of a scalar",
                           "a scalar is one line with its value alone");
      }
      read_line();
    }
    const bool is_lower_bound = !exact_ && !columns_.empty();
    return {.shape = std::move(shape_),
            .columns = std::move(columns_),
            .values = std::move(values_),
            .shape_is_lower_bound = is_lower_bound};
  }

 private:
  using Shape = std::vector<uint64_t>;
  static constexpr const char* kLine = "a line holds 1-based coordinates and a value";

  CoordinateList empty() {
    if (!exact_ || shape_.empty()) {
      throw lines_.error("empty file: without an entry the order and the sizes are unknown",
                         "a .shape file beside it gives the sizes");
    }
    columns_.resize(shape_.size());
    return {.shape = std::move(shape_), .columns = std::move(columns_), .values = Values(values_)};
  }

  void start(size_t order) {
    if (order > kLargestOrder) {
      throw lines_.error(fmt::format("the order {} is too large", order),
                         fmt::format("at most {} coordinates", kLargestOrder));
    }
    if (exact_ && shape_.size() != order) {
      throw lines_.error(fmt::format("the entry has {} coordinates, the .shape file gives {} sizes",
                                     order, shape_.size()));
    }
    shape_.resize(order);
    columns_.resize(order);
    point_.resize(order);
    // A line has a digit and a blank for each coordinate, a value and an end.
    const uint64_t count = lines_.file_bytes() / (2 * order + 2);
    for (auto& column : columns_) {
      column.reserve(count);
    }
    values_.reserve(count);
  }

  void read_line() {
    Words words(lines_.line());
    for (size_t mode = 0; mode < point_.size(); ++mode) {
      const std::string_view word = words.next();
      uint64_t index = 0;
      if (!parse_index(word, index) || index == 0 || (exact_ && index > shape_[mode]))
          [[unlikely]] {
        throw index_error(mode, word);
      }
      point_[mode] = index;
    }
    const std::string_view word = words.next();
    T value{};
    if (!parse_value(word, ValueSpelling::real, value)) [[unlikely]] {
      throw word.empty() ? wrong_length()
                         : lines_.error_at(word, value_fault<T>(word, ValueSpelling::real), kLine);
    }
    if (const std::string_view rest = words.next(); !rest.empty()) [[unlikely]] {
      throw wrong_length();
    }
    for (size_t mode = 0; mode < point_.size(); ++mode) {
      shape_[mode] = std::max(shape_[mode], point_[mode]);
      columns_[mode].push_back(point_[mode] - 1);
    }
    values_.push_back(value);
  }

  Error wrong_length() const {
    return lines_.error(fmt::format("the entry has {} numbers, the first one {}",
                                    words_of(lines_.line()).size(), point_.size() + 1),
                        fmt::format("{} coordinates and a value", point_.size()));
  }

  Error index_error(size_t mode, std::string_view word) const {
    uint64_t index = 0;
    if (word.empty()) {
      return wrong_length();
    }
    if (!parse_index(word, index)) {
      return lines_.error_at(word, index_fault(word), kLine);
    }
    if (index == 0) {
      return lines_.error_at(word, "index 0: coordinates start at 1");
    }
    return lines_.error_at(
        word, fmt::format("index {} is beyond the size {} of mode {}", index, shape_[mode], mode),
        "see the .shape file");
  }

  LineReader& lines_;
  bool exact_;
  Shape shape_;
  std::vector<uint64_t> point_;
  std::vector<std::vector<uint64_t>> columns_;
  std::vector<T> values_;
};

std::optional<std::vector<uint64_t>> exact_shape(const std::string& path) {
  const std::string shape_file = shape_file_of(path);
  std::error_code unreadable;
  if (!std::filesystem::exists(shape_file, unreadable)) {
    return std::nullopt;
  }
  return read_shape_file(shape_file);
}

CoordinateList read_frostt(const std::string& path, const ReadOptions& options) {
  LineReader lines(path);
  return with_component_type(options.type.value_or(ComponentType::float64), [&](auto zero) {
    return FrosttEntries<decltype(zero)>(lines, exact_shape(path)).read();
  });
}

const TensorReaders registration(
    {.extension = ".tns",
     .summary = "FROSTT: 1-based coordinates and a value a line; exact sizes in FILE.shape",
     .read = read_frostt});

}  // namespace
}  // namespace fiberloom
