#include "tensor/write/writer.h"

#include <numeric>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "tensor/tensor_file.h"

namespace fiberloom {
void write_tensor(const std::string& path, CoordinateList list) {
  const std::string extension = tensor_extension(path);
  const TensorWriter* writer = TensorWriters::find(extension);
  if (writer == nullptr) {
    throw bad_input(
        extension.empty() ? "the file name has no extension that tells its format"
                          : fmt::format("tensors cannot be written in the format '{}'", extension),
        {.file = path}, suggestion(extension, TensorWriters::names(), "formats (also with .gz)"));
  }
  std::vector<size_t> modes(list.order());
  std::iota(modes.begin(), modes.end(), size_t{0});
  sort_and_sum(list, modes);
  writer->write(path, list);
}

}  // namespace fiberloom
