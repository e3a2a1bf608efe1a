// Source: puts the tokens of a text, one a cycle, so that any sub-graph can be driven from text.
//
//   {type: source, kind: crd, depth: 2, tokens: 0 2 S0 1 S1 D}

#include <sstream>

#include <fmt/format.h>

#include "base/text_file.h"
#include "sim/block.h"
#include "sim/stream_shape.h"
#include "sim/token_text.h"

namespace fiberloom {
namespace {

class Source final : public Block {
 public:
  explicit Source(const BlockContext& context) : Block(context) {
    const Parameters& parameters = context.parameters();
    const std::string& file = parameters.name("file");
    const std::string& text = parameters.name("tokens");
    if (file.empty() == text.empty()) {
      throw bad_input(fmt::format("source '{}' needs a file or tokens", context.name()),
                      context.wired.node->where, "one of the two");
    }
    tokens_ = read_stream(file.empty() ? text : read_text_file(file),
                          file.empty() ? context.name() : file,
                          *stream_kind_named(parameters.name("kind")), context.component);
    check_shape(tokens_, context.wired.outputs[0].type, file.empty() ? context.name() : file);
  }
  void start() override { main().start(run()); }

 private:
  Task run() {
    for (const Token token : tokens_) {
      co_await fire(push(out_));
      out_ << token;
    }
  }

  Out& out_ = output("out");
  std::vector<Token> tokens_;
};

const BlockRegistration registration(
    {.type = "source",
     .summary = "puts the tokens of a text",
     .outputs = {{.name = "out", .depth = {.from = DepthRule::From::any}, .summary = "the tokens"}},
     .parameters = {{.name = "kind",
                     .type = ParameterType::name,
                     .summary = "what its data is",
                     .required = true,
                     .choices = {"crd", "ref", "val", "repsig"}},
                    {.name = "depth",
                     .type = ParameterType::name,
                     .summary = "loops around it, or `points` for a stream without stops",
                     .required = true},
                    {.name = "file",
                     .type = ParameterType::file,
                     .summary = "a file of tokens, separated by blanks",
                     .fallback = std::string()},
                    {.name = "tokens",
                     .type = ParameterType::file,
                     .summary = "the tokens themselves",
                     .fallback = std::string()}}},
    make_block<Source>());

}  // namespace
}  // namespace fiberloom
