#include "lower/random_formats.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace fiberloom::test {
namespace {

std::string random_letters(Choices& choices, size_t order) {
  std::string letters;
  while (letters.size() < order) {
    const size_t left = order - letters.size();
    switch (choices.below(left > 1 ? 5 : 4)) {
      case 4: {
        const size_t group = 2 + choices.below(static_cast<uint32_t>(left - 1));
        letters += "u" + std::string(group - 2, 'c') + "q";
        break;
      }
      case 3:
        letters += "b";
        break;
      case 2:
        letters += "u";
        break;
      case 1:
        letters += "s";
        break;
      default:
        letters += "d";
    }
  }
  return letters;
}

}  // namespace

std::vector<std::string> random_formats(Choices& choices, const Program& program) {
  std::vector<std::string> formats;
  for (const TensorUse& use : tensors(program)) {
    std::vector<size_t> modes(use.order);
    for (size_t m = 0; m < modes.size(); ++m) {
      modes[m] = m;
    }
    shuffle(choices, modes);
    formats.push_back(fmt::format("{}:{}{}{}", use.name, random_letters(choices, use.order),
                                  use.order == 0 ? "" : ":", fmt::join(modes, ",")));
  }
  return formats;
}

}  // namespace fiberloom::test
