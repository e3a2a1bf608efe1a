#include "tensor/write/text_output.h"

#include <cerrno>
#include <cstring>

#include <fmt/format.h>
#include <zlib.h>

#include "base/diagnostic.h"
#include "tensor/tensor_file.h"

namespace fiberloom {
namespace {

constexpr size_t kBuffer = size_t{1} << 18;
/// zlib's T writes plain text through the same functions.
constexpr const char* kPlain = "wbT";
constexpr const char* kCompressed = "wb";

}  // namespace

void TextOutput::Close::operator()(gzFile_s* file) const { gzclose(file); }

TextOutput::TextOutput(const std::string& path) : path_(path), target_(path), buffer_(kBuffer) {
  errno = 0;
  file_.reset(gzopen(target_.temporary().c_str(), is_gzip_name(path) ? kCompressed : kPlain));
  if (!file_) {
    fail(std::strerror(errno));
  }
}

void TextOutput::put(std::string_view text) {
  for (const char c : text) {
    put(c);
  }
}

void TextOutput::flush() {
  errno = 0;
  const int written =
      used_ == 0 ? 0 : gzwrite(file_.get(), buffer_.data(), static_cast<unsigned>(used_));
  if (static_cast<size_t>(written) != used_) {
    int status = Z_OK;
    const char* reason = gzerror(file_.get(), &status);
    fail(status == Z_ERRNO ? std::strerror(errno) : reason);
  }
  used_ = 0;
}

void TextOutput::finish() {
  flush();
  errno = 0;
  if (gzclose(file_.release()) != Z_OK) {
    fail(errno != 0 ? std::strerror(errno) : "the file could not be completed");
  }
  target_.commit();
}

void TextOutput::fail(const char* reason) const {
  throw Error(ExitCode::environment, fmt::format("cannot write: {}", reason), {.file = path_});
}

}  // namespace fiberloom
