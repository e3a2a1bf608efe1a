#include "samgraph/import/sam_header.h"

#include <cctype>
#include <sstream>

#include <fmt/format.h>

namespace fiberloom {
namespace {

TensorFormat parse_format(const std::string& text) {
  if (text == "none") {
    return {};
  }
  size_t letters = 0;
  while (letters < text.size() && std::isalpha(static_cast<unsigned char>(text[letters])) != 0) {
    ++letters;
  }
  if (letters == 0 || text.size() != 2 * letters) {
    throw bad_input("expected a letter and then a digit for each level, as in ds10");
  }
  std::string ours = text.substr(0, letters) + ':';
  for (size_t level = 0; level < letters; ++level) {
    ours += fmt::format("{}{}", level == 0 ? "" : ",", text[letters + level]);
  }
  return parse_tensor_format(ours);
}

}  // namespace

std::vector<PeerTensor> parse_sam_header(const std::string& text, const Location& where) {
  std::vector<PeerTensor> tensors;
  std::istringstream entries(text);
  for (std::string entry; std::getline(entries, entry, ',');) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw bad_input(fmt::format("'{}' declares no tensor", entry), where,
                      "expected NAME=FORMAT, as in B=ss01 or a=none");
    }
    try {
      tensors.push_back({entry.substr(0, equals), parse_format(entry.substr(equals + 1))});
    } catch (const Error& fault) {
      throw bad_input(fmt::format("'{}' is no format of a tensor: {}", entry, fault.message()),
                      where, fault.hint());
    }
  }
  return tensors;
}

}  // namespace fiberloom
