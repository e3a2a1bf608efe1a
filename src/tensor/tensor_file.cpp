#include "tensor/tensor_file.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace fiberloom {
namespace {

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace

bool is_gzip_name(const std::string& path) {
  return lower_case(std::filesystem::path(path).extension().string()) == ".gz";
}

std::string tensor_extension(const std::string& path) {
  const std::filesystem::path name = std::filesystem::path(path).filename();
  return lower_case((is_gzip_name(path) ? name.stem() : name).extension().string());
}

std::string shape_file_of(const std::string& path) { return path + ".shape"; }

}  // namespace fiberloom
