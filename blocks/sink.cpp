// Sink: takes any stream to its end, and writes the tokens to a file if it has one.

#include "base/text_file.h"
#include "sim/block.h"
#include "sim/token_text.h"

namespace fiberloom {
namespace {

class Sink final : public Block {
 public:
  explicit Sink(const BlockContext& context)
      : Block(context),
        file_(context.parameters().name("file")),
        kind_(context.wired.input("in")->type.kind),
        component_(context.component) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    std::string text;
    const auto note = [&](Token token) {
      if (!file_.empty()) {
        text += to_text(token, kind_, component_);
        text += token.is_done() ? '\n' : ' ';
      }
    };
    co_await each_while(
        pop(in_), [](Token token) { return !token.is_done(); },
        [&](Cycle, Token token) { note(token); });
    note(co_await fire(pop(in_)));
    if (!file_.empty()) {
      write_text_file(file_, text);
    }
  }

  In& in_ = input("in");
  std::string file_;
  StreamKind kind_;
  ComponentType component_;
};

const BlockRegistration registration(
    {.type = "sink",
     .summary = "takes a stream to its end",
     .inputs = {{.name = "in", .depth = {.from = DepthRule::From::any}, .summary = "any stream"}},
     .parameters = {{.name = "file",
                     .type = ParameterType::file,
                     .summary = "where the tokens are written to",
                     .fallback = std::string()}},
     .ends_run = true},
    make_block<Sink>());

}  // namespace
}  // namespace fiberloom
