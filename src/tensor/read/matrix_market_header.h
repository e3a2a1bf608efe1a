#pragma once

#include <cstdint>
#include <vector>

#include "tensor/read/line_reader.h"

namespace fiberloom {

enum class MatrixMarketLayout { coordinate, array };
enum class MatrixMarketField { real, integer, pattern };
enum class MatrixMarketSymmetry { general, symmetric, skew_symmetric };

/// What a MatrixMarket file says of itself: R. Boisvert, R. Pozo, K. Remington, The Matrix Market
/// Exchange Formats, NISTIR 5935; and TACO's extension, the object `tensor` of any order.
struct MatrixMarketHeader {
  MatrixMarketLayout layout = MatrixMarketLayout::coordinate;
  MatrixMarketField field = MatrixMarketField::real;
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;
  std::vector<uint64_t> shape;
  /// Entries that the file must hold: as the size line says, or for an array what its shape and
  /// symmetry make.
  uint64_t entries = 0;
};

/// Reads the header line and the size line. Lenient where nothing can be misread: case, blanks, a
/// byte order mark and a single % in front. Throws Error (bad_input).
MatrixMarketHeader read_matrix_market_header(LineReader& lines);

/// Steps to the next line that is neither blank nor a comment; false at the end of the file.
bool next_matrix_market_line(LineReader& lines);

}  // namespace fiberloom
