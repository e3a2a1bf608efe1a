#include "cli/arguments.h"

#include <cctype>

namespace fiberloom {

std::vector<std::string> read_arguments(int argc, char** argv) {
  std::vector<std::string> arguments;
  bool only_positional = false;
  for (int k = 1; k < argc; ++k) {
    const std::string text = argv[k];
    only_positional |= text == "--";
    const bool taco = !only_positional && text.size() > 2 && text[0] == '-' &&
                      std::isalpha(static_cast<unsigned char>(text[1])) != 0 && text[2] == '=';
    if (taco) {
      arguments.push_back(text.substr(0, 2));
      arguments.push_back(text.substr(3));
    } else {
      arguments.push_back(text);
    }
  }
  return arguments;
}

}  // namespace fiberloom
