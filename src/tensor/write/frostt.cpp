#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text_file.h"
#include "tensor/tensor_file.h"
#include "tensor/write/text_output.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

/// Whether a reader that takes the largest coordinates for the sizes would be wrong.
bool loses_shape(const CoordinateList& list) {
  for (size_t mode = 0; mode < list.order(); ++mode) {
    const auto& column = list.columns[mode];
    const auto largest = std::max_element(column.begin(), column.end());
    if (largest == column.end() || *largest + 1 < list.shape[mode]) {
      return true;
    }
  }
  return false;
}

void write_entries(const std::string& path, const CoordinateList& list) {
  TextOutput out(path);
  list.values.visit([&](const auto& values) {
    for (size_t entry = 0; entry < values.size(); ++entry) {
      for (const auto& column : list.columns) {
        out.put_number(column[entry] + 1);
        out.put(' ');
      }
      out.put_number(values[entry]);
      out.put('\n');
    }
  });
  if (list.order() == 0 && list.entries() == 0) {
    out.put("0\n");
  }
  out.finish();
}

/// Writes FILE.shape beside FILE where the entries do not tell the sizes, or where one lies there
/// from an earlier tensor and would lie.
void write_frostt(const std::string& path, const CoordinateList& list) {
  write_entries(path, list);
  const std::string shape_file = shape_file_of(path);
  std::error_code unreadable;
  if (loses_shape(list) || std::filesystem::is_regular_file(shape_file, unreadable)) {
    write_text_file(shape_file, fmt::format("{}\n", fmt::join(list.shape, " ")));
  }
}

const TensorWriters registration(
    {.extension = ".tns",
     .summary = "FROSTT: 1-based coordinates and a value a line; FILE.shape where sizes need it",
     .write = write_frostt});

}  // namespace
}  // namespace fiberloom
