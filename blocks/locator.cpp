// Locator: looks one coordinate up in the fiber of each reference, without walking it. For dense
// operands, and for the second level of a diagonal.
//
//   data c, data r   dense: r * size + c; otherwise the fiber is searched: the reference of c, or N
//                    where it is not stored
//   data c, N        N: there is no fiber
//   Sn^e             passes

#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

class Locator final : public Block {
 public:
  explicit Locator(const BlockContext& context) : Block(context), level_(context.level()) {}
  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override { return {missed_}; }

 private:
  Task run() {
    co_await each_while(
        pop(crd_, ref_), push(out_), [](Token c, Token r) { return !(c.is_done() && r.is_done()); },
        [this](Token c, Token r) {
          if (c.is_data() && r.is_point()) {
            return r.is_empty() ? r : locate(r.payload, c.payload);
          }
          expect(*this, same_token(c, r), crd_, c, ref_, r);
          return c;
        });
    co_await fire(pop(crd_, ref_), push(out_));
    out_ << done_token();
  }

  Token locate(uint64_t reference, uint64_t coordinate) {
    const std::optional<uint64_t> found = level_.locate(reference, coordinate);
    missed_ += found ? 0 : 1;
    return found ? data_token(*found) : empty_token();
  }

  In& crd_ = input("crd");
  In& ref_ = input("ref");
  Out& out_ = output("ref");
  const Level& level_;
  uint64_t missed_ = 0;
};

const BlockRegistration registration(
    {.type = "locator",
     .summary = "looks coordinates up in the fibers of one level of a tensor",
     .inputs = {{.name = "crd", .kind = StreamKind::crd, .summary = "the coordinates"},
                {.name = "ref",
                 .kind = StreamKind::ref,
                 .summary = "for each the reference to its fiber",
                 .refers = Refers::parent}},
     .outputs = {{.name = "ref",
                  .kind = StreamKind::ref,
                  .summary = "the reference below the coordinate, N where it is not stored",
                  .refers = Refers::level}},
     .parameters = level_parameters(),
     .statistics = {{"missed", "coordinates that were not stored"}}},
    make_block<Locator>());

}  // namespace
}  // namespace fiberloom
