#include "tensor/write/writer.h"

#include <map>
#include <numeric>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "tensor/tensor_file.h"

namespace fiberloom {
namespace {

std::map<std::string, TensorWriter>& registry() {
  static std::map<std::string, TensorWriter> writers;
  return writers;
}

}  // namespace

TensorWriters::TensorWriters(TensorWriter writer) {
  std::string extension = writer.extension;
  registry().emplace(std::move(extension), std::move(writer));
}

const TensorWriter* TensorWriters::find(const std::string& extension) {
  const auto found = registry().find(extension);
  return found == registry().end() ? nullptr : &found->second;
}

std::vector<const TensorWriter*> TensorWriters::all() {
  std::vector<const TensorWriter*> writers;
  for (const auto& [extension, writer] : registry()) {
    writers.push_back(&writer);
  }
  return writers;
}

void write_tensor(const std::string& path, CoordinateList list) {
  const std::string extension = tensor_extension(path);
  const TensorWriter* writer = TensorWriters::find(extension);
  if (writer == nullptr) {
    std::vector<std::string> known;
    for (const TensorWriter* other : TensorWriters::all()) {
      known.push_back(other->extension);
    }
    throw bad_input(extension.empty()
                        ? "the file name has no extension that tells its format"
                        : fmt::format("tensors cannot be written in the format '{}'", extension),
                    {.file = path}, suggestion(extension, known, "formats (also with .gz)"));
  }
  std::vector<size_t> modes(list.order());
  std::iota(modes.begin(), modes.end(), size_t{0});
  sort_and_sum(list, modes);
  writer->write(path, list);
}

}  // namespace fiberloom
