#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "tensor/read/matrix_market_header.h"
#include "tensor/read/number.h"
#include "tensor/read/reader.h"

namespace fiberloom {
namespace {

/// Reads the entries behind a header. T is the component type.
template <class T>
class MatrixMarketEntries {
 public:
  MatrixMarketEntries(LineReader& lines, const MatrixMarketHeader& header)
      : lines_(lines),
        header_(header),
        spelling_(header.field == MatrixMarketField::integer ? ValueSpelling::integer
                                                             : ValueSpelling::real),
        point_(header.shape.size()),
        columns_(header.shape.size()) {
    reserve();
  }

  CoordinateList read() {
    const bool array = header_.layout == MatrixMarketLayout::array;
    uint64_t found = 0;
    start_array();
    while (next_matrix_market_line(lines_)) {
      if (found == header_.entries) {
        throw lines_.error(fmt::format("more than {} entries: unexpected text after the last entry",
                                       header_.entries));
      }
      ++found;
      if (array) {
        read_array_line();
      } else {
        read_coordinate_line();
      }
    }
    if (found < header_.entries) {
      throw lines_.error(fmt::format("the file ends too early: expected {} entries, found {}",
                                     header_.entries, found));
    }
    return {.shape = header_.shape, .columns = std::move(columns_), .values = std::move(values_)};
  }

 private:
  /// Room for as many entries as the header claims, if the file is large enough to hold them.
  void reserve() {
    constexpr uint64_t kShortestLine = 4;
    const uint64_t mirrored = header_.symmetry == MatrixMarketSymmetry::general ? 1 : 2;
    const uint64_t count =
        mirrored * std::min(header_.entries, lines_.file_bytes() / kShortestLine);
    for (auto& column : columns_) {
      column.reserve(count);
    }
    values_.reserve(count);
  }

  void read_coordinate_line() {
    Words words(lines_.line());
    for (size_t mode = 0; mode < point_.size(); ++mode) {
      const std::string_view word = words.next();
      uint64_t index = 0;
      if (!parse_index(word, index) || index == 0 || index > header_.shape[mode]) [[unlikely]] {
        throw index_error(mode, word);
      }
      point_[mode] = index - 1;
    }
    T value{1};
    if (header_.field != MatrixMarketField::pattern) {
      value = read_value(words.next());
    }
    expect_end(words.next());
    add(value);
  }

  /// An array's values come with the first mode fastest: down the columns.
  void read_array_line() {
    Words words(lines_.line());
    const T value = read_value(words.next());
    expect_end(words.next());
    add(value);
    for (size_t mode = 0; mode < point_.size(); ++mode) {
      if (++point_[mode] < header_.shape[mode]) {
        break;
      }
      point_[mode] = 0;
    }
    if (point_.size() == 2 && point_[0] == 0) {
      start_column();
    }
  }

  void start_array() {
    if (header_.layout == MatrixMarketLayout::array && point_.size() == 2) {
      start_column();
    }
  }

  /// Of a symmetric matrix only the lower triangle is stored.
  void start_column() {
    if (header_.symmetry != MatrixMarketSymmetry::general) {
      point_[0] = point_[1] + (header_.symmetry == MatrixMarketSymmetry::skew_symmetric ? 1 : 0);
    }
  }

  T read_value(std::string_view word) const {
    T value{};
    if (!parse_value(word, spelling_, value)) [[unlikely]] {
      throw word.empty() ? lines_.error("the value is missing", entry_hint())
                         : lines_.error_at(word, value_fault<T>(word, spelling_), entry_hint());
    }
    return value;
  }

  void expect_end(std::string_view word) const {
    if (!word.empty()) [[unlikely]] {
      throw lines_.error_at(word,
                            fmt::format("unexpected text after the entry{}",
                                        header_.field == MatrixMarketField::pattern
                                            ? ", which has no value in a pattern file"
                                            : ""),
                            entry_hint());
    }
  }

  /// Appends the entry and, of a symmetric matrix, its mirror image.
  void add(T value) {
    push(value);
    if (header_.symmetry == MatrixMarketSymmetry::general) {
      return;
    }
    const bool skew = header_.symmetry == MatrixMarketSymmetry::skew_symmetric;
    if (point_[0] == point_[1]) {
      if (skew && value != T{}) {
        throw lines_.error("the diagonal of a skew-symmetric matrix is zero");
      }
      return;
    }
    if (skew && std::is_integral_v<T> && value == std::numeric_limits<T>::min()) {
      throw lines_.error("the mirrored value does not fit the component type");
    }
    std::swap(point_[0], point_[1]);
    push(skew ? -value : value);
    std::swap(point_[0], point_[1]);
  }

  void push(T value) {
    for (size_t mode = 0; mode < point_.size(); ++mode) {
      columns_[mode].push_back(point_[mode]);
    }
    values_.push_back(value);
  }

  Error index_error(size_t mode, std::string_view word) const {
    uint64_t index = 0;
    if (word.empty()) {
      return lines_.error(fmt::format("the entry has only {} numbers", mode), entry_hint());
    }
    if (!parse_index(word, index)) {
      return lines_.error_at(word, index_fault(word), entry_hint());
    }
    if (index == 0) {
      return lines_.error_at(word, "index 0: coordinates start at 1", entry_hint());
    }
    return lines_.error_at(
        word,
        fmt::format("index {} is beyond the size {} of mode {}", index, header_.shape[mode], mode),
        "see the size line");
  }

  std::string entry_hint() const {
    if (header_.layout == MatrixMarketLayout::array) {
      return "one value a line";
    }
    return fmt::format("the size line asks for {} coordinates{} a line", header_.shape.size(),
                       header_.field == MatrixMarketField::pattern ? "" : " and a value");
  }

  LineReader& lines_;
  const MatrixMarketHeader& header_;
  ValueSpelling spelling_;
  std::vector<uint64_t> point_;
  std::vector<std::vector<uint64_t>> columns_;
  std::vector<T> values_;
};

CoordinateList read_matrix_market(const std::string& path, const ReadOptions& options) {
  LineReader lines(path);
  const MatrixMarketHeader header = read_matrix_market_header(lines);
  const ComponentType own =
      header.field == MatrixMarketField::integer ? ComponentType::int64 : ComponentType::float64;
  return with_component_type(options.type.value_or(own), [&](auto zero) {
    return MatrixMarketEntries<decltype(zero)>(lines, header).read();
  });
}

const TensorReaders matrix_registration(
    {.extension = ".mtx",
     .summary = "MatrixMarket: coordinate or array; real, integer, "
                "pattern; general, symmetric, skew-symmetric",
     .read = read_matrix_market});
const TensorReaders tensor_registration(
    {.extension = ".ttx",
     .summary = "TACO's MatrixMarket with the object tensor: any order",
     .read = read_matrix_market});

}  // namespace
}  // namespace fiberloom
