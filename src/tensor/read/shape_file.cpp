#include "tensor/read/shape_file.h"

#include "tensor/read/line_reader.h"
#include "tensor/read/number.h"

namespace fiberloom {

std::vector<uint64_t> read_shape_file(const std::string& path) {
  LineReader lines(path);
  std::vector<uint64_t> shape;
  while (lines.next()) {
    if (lines.line().starts_with('#')) {
      continue;
    }
    for (const std::string_view word : words_of(lines.line())) {
      uint64_t size = 0;
      if (!parse_index(word, size)) {
        throw lines.error_at(word, index_fault(word), "the size of each mode");
      }
      shape.push_back(size);
    }
  }
  return shape;
}

}  // namespace fiberloom
