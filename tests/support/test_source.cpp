// Test source: as `source`, but says when each token is sent, and takes streams that are not well
// formed.

#include "sim/block.h"
#include "sim/stream_shape.h"

namespace fiberloom {
namespace {

class TestSource final : public Block {
 public:
  explicit TestSource(const BlockContext& context)
      : Block(context),
        tokens_(read_stream(context.parameters().name("tokens"), context.name(),
                            *stream_kind_named(context.parameters().name("kind")),
                            context.component)),
        sent_(context.parameters().integers("sent")) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    for (size_t k = 0; k < tokens_.size(); ++k) {
      if (k < sent_.size() && main().now < sent_[k]) {
        co_await delay(main(), sent_[k] - main().now);
      }
      co_await fire(push(out_));
      out_ << tokens_[k];
    }
  }

  Out& out_ = output("out");
  std::vector<Token> tokens_;
  std::vector<uint64_t> sent_;
};

const BlockRegistration registration(
    {.type = "test_source",
     .summary = "puts the tokens of a text at given cycles",
     .outputs = {{.name = "out", .depth = {.from = DepthRule::From::any}}},
     .parameters = {{.name = "kind", .type = ParameterType::name, .summary = "", .required = true},
                    {.name = "depth", .type = ParameterType::name, .summary = "", .required = true},
                    {.name = "tokens", .type = ParameterType::name, .summary = "", .required = true},
                    {.name = "size",
                     .type = ParameterType::size,
                     .summary = "the extent of the coordinates; 0: not known",
                     .fallback = std::string("0")},
                    {.name = "sent",
                     .type = ParameterType::integers,
                     .summary = "for each token the first cycle in which it may be sent",
                     .fallback = std::vector<uint64_t>{}}}},
    make_block<TestSource>());

}  // namespace
}  // namespace fiberloom
