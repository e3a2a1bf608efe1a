// Level scanner: turns references to the fibers of a level into the fibers' coordinates and the
// references below them (SAM paper, section 3.1, "level scanner").
//
//   data r    the coordinates of fiber r, in rising order, then its stop
//   N         an empty fiber: only a stop, never a coordinate
//   Sn^e      after a reference S(n+1); without one since the last stop S(n+1)^(e+1)
//
// A stop's level is known from the next token, so it leaves no earlier than that is visible.

#include <array>

#include "sim/block.h"

namespace fiberloom {
namespace {

class Scanner final : public Block {
 public:
  explicit Scanner(const BlockContext& context)
      : Block(context),
        level_(context.operand->level(context.parameters().count("level"))),
        fiber_startup_(context.timing.count("fiber_startup")),
        waits_for_next_(context.timing.boolean("waits_for_next")) {}

  void start() override { main().start(run()); }
  std::vector<uint64_t> statistics() const override { return {fibers_}; }

 private:
  Task run() {
    for (;;) {
      const Token reference = co_await peek(ref_);
      if (reference.is_done()) {
        co_await fire(pop(ref_), push(crd_, out_));
        crd_ << done_token();
        out_ << done_token();
        co_return;
      }
      if (reference.is_stop()) {  // no reference since the last stop
        co_await fire(pop(ref_), push(crd_, out_));
        const Token stop = stop_token(reference.level() + 1, reference.unborn() + 1);
        crd_ << stop;
        out_ << stop;
        continue;
      }
      if (reference.is_data()) {
        open(reference.payload);
        if (fiber_startup_ > 0) {
          co_await delay(main(), fiber_startup_);
        }
      }
      if (left_ == 0) {
        co_await take(ref_);  // an empty fiber
      } else {
        co_await fire(pop(ref_), push(crd_, out_));  // with the first coordinate, in one cycle
        put_next();
        if (waits_for_next_ && more()) {
          co_await peek(ref_);
        }
        while (more()) {
          co_await burst(push(crd_, out_), left_,
                         [c = &coordinates_[next_], r = &references_[next_]](uint64_t k) {
                           return std::pair(data_token(c[k]), data_token(r[k]));
                         });
          left_ = 0;
        }
      }
      const Token after = co_await peek(ref_);
      if (after.is_stop()) {
        co_await fire(pop(ref_), push(crd_, out_));
        crd_ << stop_token(after.level() + 1);
        out_ << stop_token(after.level() + 1);
      } else {
        co_await fire(push(crd_, out_));
        crd_ << stop_token(0);
        out_ << stop_token(0);
      }
    }
  }

  void open(uint64_t reference) {
    ++fibers_;
    cursor_ = level_.open(reference);
    refill();
  }
  void refill() {
    left_ = level_.read(cursor_, kChunk, coordinates_.data(), references_.data());
    next_ = 0;
  }
  bool more() {
    if (left_ == 0) {
      refill();
    }
    return left_ > 0;
  }
  void put_next() {
    crd_ << data_token(coordinates_[next_]);
    out_ << data_token(references_[next_]);
    ++next_;
    --left_;
  }

  static constexpr size_t kChunk = 64;

  In& ref_ = input("ref");
  Out& crd_ = output("crd");
  Out& out_ = output("ref");
  const Level& level_;
  Cycle fiber_startup_;
  bool waits_for_next_;
  FiberCursor cursor_;
  std::array<uint64_t, kChunk> coordinates_;
  std::array<uint64_t, kChunk> references_;
  size_t next_ = 0;
  size_t left_ = 0;
  uint64_t fibers_ = 0;
};

const BlockRegistration registration(
    {.type = "scanner",
     .summary = "walks the fibers of one level of a tensor",
     .aliases = {"fiber_lookup"},
     .inputs = {{.name = "ref",
                 .kind = StreamKind::ref,
                 .summary = "references to fibers; the root stream where nothing feeds it",
                 .optional = true,
                 .refers = Refers::parent}},
     .outputs = {{.name = "crd",
                  .kind = StreamKind::crd,
                  .depth = {.offset = 1},
                  .summary = "the coordinates of the fibers"},
                 {.name = "ref",
                  .kind = StreamKind::ref,
                  .depth = {.offset = 1},
                  .summary = "for each coordinate the reference below it",
                  .refers = Refers::level}},
     .parameters = {{.name = "tensor",
                     .type = ParameterType::tensor,
                     .summary = "the tensor",
                     .required = true},
                    {.name = "level",
                     .type = ParameterType::count,
                     .summary = "its level, 0 the outermost",
                     .required = true}},
     .timing = {{.name = "fiber_startup",
                 .summary = "cycles from a reference to the first coordinate of its fiber",
                 .fallback = uint64_t{0}},
                {.name = "waits_for_next",
                 .type = ParameterType::boolean,
                 .summary = "after a fiber's first coordinate waits for the next reference (SAM)",
                 .fallback = false}},
     .statistics = {{"fibers", "fibers that were read"}}},
    make_block<Scanner>());

}  // namespace
}  // namespace fiberloom
