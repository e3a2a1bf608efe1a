#include <type_traits>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "tensor/write/text_output.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

void write_matrix_market(const std::string& path, const CoordinateList& list) {
  if (list.order() != 2) {
    throw bad_input(
        fmt::format("a MatrixMarket file holds a matrix, not a tensor of order {}", list.order()),
        {.file = path}, "write a .tns file");
  }
  TextOutput out(path);
  list.values.visit([&](const auto& values) {
    constexpr bool kInteger =
        std::is_integral_v<typename std::remove_cvref_t<decltype(values)>::value_type>;
    out.put("%%MatrixMarket matrix coordinate ");
    out.put(kInteger ? "integer general\n" : "real general\n");
    out.put(fmt::format("{} {} {}\n", list.shape[0], list.shape[1], list.entries()));
    for (size_t entry = 0; entry < values.size(); ++entry) {
      for (const auto& column : list.columns) {
        out.put_number(column[entry] + 1);
        out.put(' ');
      }
      out.put_number(values[entry]);
      out.put('\n');
    }
  });
  out.finish();
}

const TensorWriters registration({.extension = ".mtx",
                                  .summary = "MatrixMarket: coordinate general, real or integer",
                                  .write = write_matrix_market});

}  // namespace
}  // namespace fiberloom
