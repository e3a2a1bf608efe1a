#include "tensor/read/reader.h"

#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "tensor/tensor_file.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFolder = "/";

std::map<std::string, TensorReader>& registry() {
  static std::map<std::string, TensorReader> readers;
  return readers;
}

}  // namespace

TensorReaders::TensorReaders(TensorReader reader) {
  std::string extension = reader.extension;
  registry().emplace(std::move(extension), std::move(reader));
}

const TensorReader* TensorReaders::find(const std::string& extension) {
  const auto found = registry().find(extension);
  return found == registry().end() ? nullptr : &found->second;
}

std::vector<const TensorReader*> TensorReaders::all() {
  std::vector<const TensorReader*> readers;
  for (const auto& [extension, reader] : registry()) {
    readers.push_back(&reader);
  }
  return readers;
}

CoordinateList read_tensor(const std::string& path, const ReadOptions& options) {
  std::error_code unreadable;
  if (fs::is_directory(path, unreadable)) {
    return TensorReaders::find(kFolder)->read(path, options);
  }
  const std::string extension = tensor_extension(path);
  const TensorReader* reader = TensorReaders::find(extension);
  if (reader == nullptr) {
    std::vector<std::string> known;
    for (const TensorReader* other : TensorReaders::all()) {
      if (other->extension != kFolder) {
        known.push_back(other->extension);
      }
    }
    throw bad_input(extension.empty() ? "the file name has no extension that tells its format"
                                      : fmt::format("unknown tensor format '{}'", extension),
                    {.file = path}, suggestion(extension, known, "formats (also with .gz)"));
  }
  return reader->read(path, options);
}

}  // namespace fiberloom
