#include "loopnest/statement.h"

#include "einsum/checker.h"
#include "einsum/parser.h"

namespace fiberloom::test {

Statement statement_of(const std::string& text) {
  const Program program = parse_program(text);
  check(program);
  return program.front();
}

TensorFormats formats_of(const Statement& statement, const std::vector<std::string>& given) {
  TensorFormats formats;
  for (const std::string& text : given) {
    const size_t colon = text.find(':');
    formats[text.substr(0, colon)] = parse_tensor_format(text.substr(colon + 1));
  }
  for (const TensorUse& use : tensors({statement})) {
    formats.try_emplace(use.name, uniform_format('s', use.order));
  }
  return formats;
}

}  // namespace fiberloom::test
