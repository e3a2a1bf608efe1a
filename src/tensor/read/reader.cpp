#include "tensor/read/reader.h"

#include <filesystem>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "tensor/tensor_file.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "/";

}  // namespace

CoordinateList read_tensor(const std::string& path, const ReadOptions& options) {
  std::error_code unreadable;
  if (fs::is_directory(path, unreadable)) {
    return TensorReaders::find(kFolder)->read(path, options);
  }
  const std::string extension = tensor_extension(path);
  const TensorReader* reader = TensorReaders::find(extension);
  if (reader == nullptr) {
    std::vector<std::string> known = TensorReaders::names();
    std::erase(known, kFolder);
    throw bad_input(extension.empty() ? "the file name has no extension that tells its format"
                                      : fmt::format("unknown tensor format '{}'", extension),
                    {.file = path}, suggestion(extension, known, "formats (also with .gz)"));
  }
  return reader->read(path, options);
}

}  // namespace fiberloom
