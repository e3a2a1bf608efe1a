#include "tensor/read/matrix_market_header.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "base/spelling.h"
#include "tensor/coordinate_list.h"
#include "tensor/read/number.h"

namespace fiberloom {
namespace {

constexpr const char* kExample = "%%MatrixMarket matrix coordinate real general";
constexpr std::string_view kBanner = "matrixmarket";

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

/// The banner's word without its per cent signs.
std::string_view without_percents(std::string_view text) {
  const size_t percents = std::min(text.find_first_not_of('%'), text.size());
  return percents == 1 || percents == 2 ? text.substr(percents) : std::string_view{};
}

bool starts_with_banner(std::string_view text) {
  const std::string_view word =
      without_percents(text.substr(std::min(text.find_first_not_of(" \t"), text.size())));
  return lower_case(word.substr(0, kBanner.size())) == kBanner;
}

/// Looks at the first bytes only: the first line of what is no text may be the whole file.
void check_banner(LineReader& lines) {
  constexpr size_t kEnough = 80;
  const std::string_view start = lines.peek(kEnough);
  if (start.empty()) {
    throw lines.error("empty file: missing header", kExample);
  }
  if (start.starts_with("version https://git-lfs")) {
    throw lines.error("not a MatrixMarket file but a Git LFS pointer to one",
                      "fetch the file itself: git lfs pull");
  }
  if (!starts_with_banner(start)) {
    throw lines.error(
        "not a MatrixMarket file: the first line is not the header %%MatrixMarket ...", kExample);
  }
}

template <class T>
struct Word {
  std::string_view name;
  T meaning;
};

/// One word of the header line by its table.
template <class T, size_t n>
T meaning_of(const LineReader& lines, std::string_view word, std::string_view what,
             const std::array<Word<T>, n>& table) {
  const std::string lower = lower_case(word);
  std::vector<std::string> names;
  for (const Word<T>& entry : table) {
    if (entry.name == lower) {
      return entry.meaning;
    }
    names.emplace_back(entry.name);
  }
  throw lines.error_at(word, fmt::format("unknown {} '{}' in the header", what, word),
                       suggestion(lower, names, what));
}

enum class Object { matrix, tensor };
using Field = MatrixMarketField;
using Layout = MatrixMarketLayout;
using Symmetry = MatrixMarketSymmetry;

constexpr std::array<Word<Object>, 2> kObjects = {
    {{"matrix", Object::matrix}, {"tensor", Object::tensor}}};
constexpr std::array<Word<Layout>, 2> kLayouts = {
    {{"coordinate", Layout::coordinate}, {"array", Layout::array}}};
constexpr std::array<Word<std::optional<Field>>, 5> kFields = {{{"real", Field::real},
                                                                {"double", Field::real},
                                                                {"integer", Field::integer},
                                                                {"pattern", Field::pattern},
                                                                {"complex", std::nullopt}}};
constexpr std::array<Word<std::optional<Symmetry>>, 4> kSymmetries = {
    {{"general", Symmetry::general},
     {"symmetric", Symmetry::symmetric},
     {"skew-symmetric", Symmetry::skew_symmetric},
     {"hermitian", std::nullopt}}};

/// Reads the header line into `header`; returns the object.
Object read_header_line(LineReader& lines, MatrixMarketHeader& header) {
  lines.next();
  if (lines.line().find('\r') != std::string_view::npos) {
    throw lines.error("the header line holds carriage returns: a line ends in a newline");
  }
  const auto words = words_of(lines.line());
  if (words.size() != 5 || lower_case(without_percents(words[0])) != kBanner) {
    throw lines.error(
        fmt::format("malformed header: {} words, not the 5 of a header", words.size()), kExample);
  }
  const Object object = meaning_of(lines, words[1], "object", kObjects);
  header.layout = meaning_of(lines, words[2], "layout", kLayouts);
  const auto field = meaning_of(lines, words[3], "field", kFields);
  const auto symmetry = meaning_of(lines, words[4], "symmetry", kSymmetries);
  if (!field) {
    throw lines.error_at(words[3], "complex values are not supported", "real, integer or pattern");
  }
  if (!symmetry) {
    throw lines.error_at(words[4], "hermitian matrices are not supported: they are complex",
                         "general, symmetric or skew-symmetric");
  }
  if (field == Field::pattern && header.layout == Layout::array) {
    throw lines.error_at(words[3], "an array cannot be a pattern: it has nothing but values");
  }
  if (field == Field::pattern && symmetry == Symmetry::skew_symmetric) {
    throw lines.error_at(words[4], "a pattern has no values whose sign could change");
  }
  header.field = *field;
  header.symmetry = *symmetry;
  return object;
}

/// The number of values in an array file; nullopt if it is beyond counting.
std::optional<uint64_t> array_entries(const MatrixMarketHeader& header) {
  if (header.symmetry != Symmetry::general) {
    const uint64_t n = header.shape[0];
    if (n > uint64_t{1} << 32) {
      return std::nullopt;
    }
    return header.symmetry == Symmetry::symmetric ? n * (n + 1) / 2 : n * (n - (n > 0 ? 1 : 0)) / 2;
  }
  uint64_t count = 1;
  for (const uint64_t size : header.shape) {
    if (size != 0 && count > kLargestIndex / size) {
      return std::nullopt;
    }
    count *= size;
  }
  return count;
}

void read_size_line(LineReader& lines, Object object, MatrixMarketHeader& header) {
  if (!next_matrix_market_line(lines)) {
    throw lines.error("size line missing: the file ends after the header");
  }
  const bool coordinate = header.layout == Layout::coordinate;
  const auto words = words_of(lines.line());
  const size_t needed = coordinate ? 3 : 2;
  if (object == Object::matrix && words.size() != needed) {
    throw lines.error(fmt::format("the size line has {} numbers, not {}", words.size(), needed),
                      coordinate ? "rows columns entries" : "rows columns");
  }
  if (words.size() > kLargestOrder) {
    throw lines.error(fmt::format("size line: the order {} is too large", words.size() - 1),
                      fmt::format("at most {} sizes", kLargestOrder));
  }
  for (const std::string_view word : words) {
    uint64_t number = 0;
    if (!parse_index(word, number)) {
      throw lines.error_at(word, "size line: " + index_fault(word),
                           coordinate ? "the sizes, then the number of entries" : "the sizes");
    }
    header.shape.push_back(number);
  }
  if (coordinate) {
    header.entries = header.shape.back();
    header.shape.pop_back();
  }
  if (header.symmetry != Symmetry::general &&
      (header.shape.size() != 2 || header.shape[0] != header.shape[1])) {
    throw lines.error("only a square matrix can be symmetric", "see the sizes here and the header");
  }
  if (!coordinate) {
    const auto count = array_entries(header);
    if (!count) {
      throw lines.error("size line: the array is too large");
    }
    header.entries = *count;
  }
}

}  // namespace

bool next_matrix_market_line(LineReader& lines) {
  while (lines.next()) {
    const std::string_view line = lines.line();
    const size_t start = line.find_first_not_of(" \t");
    if (start != std::string_view::npos && line[start] != '%') {
      return true;
    }
  }
  return false;
}

MatrixMarketHeader read_matrix_market_header(LineReader& lines) {
  check_banner(lines);
  MatrixMarketHeader header;
  const Object object = read_header_line(lines, header);
  read_size_line(lines, object, header);
  return header;
}

}  // namespace fiberloom
