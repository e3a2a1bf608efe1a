// Level writer: stores coordinates, or values, in the order in which they come (SAM paper,
// section 3.6). Level k of a result is written below the references of level k-1.
//
//   crd, data c   compressed: appended; dense: the position is parent * size + c
//   crd, Sn       the fiber of this parent ends, also an empty one
//   crd, Sn^e     e > 0: there was no parent, nothing ends
//   val, data     stored at its reference; N stores 0
//
// A parent is taken before its fiber, like a repeater's operand. Where the level above is
// compressed its references are 0, 1, 2, ... in the order of the fibers, and the writer counts
// instead.

#include <fmt/format.h>

#include "sim/block.h"
#include "stream_fault.h"

namespace fiberloom {
namespace {

/// Stores the coordinates of one level; knows nothing of tokens.
class LevelStore {
 public:
  LevelStore(const BlockContext& context, WrittenLevel& level)
      : level_(level), where_(context.wired.node->where), name_(context.name()) {}

  /// The position of coordinate `c` below `parent`.
  uint64_t add(uint64_t parent, uint64_t c) {
    check(c);
    if (level_.dense) {
      return parent * *level_.size + c;
    }
    level_.coordinates.push_back(c);
    return level_.coordinates.size() - 1;
  }
  /// Ends the fiber of `parent`; those that were skipped are empty.
  void close(uint64_t parent) {
    fresh_ = true;
    ++level_.parents;
    if (level_.dense) {
      return;
    }
    if (parent < level_.ends.size()) {
      throw bad_input(fmt::format("'{}' writes the fibers of a level out of order", name_), where_);
    }
    const uint64_t before = level_.ends.empty() ? 0 : level_.ends.back();
    level_.ends.resize(parent, before);
    level_.ends.push_back(level_.coordinates.size());
  }
  void check(uint64_t c) {
    if ((!fresh_ && c <= last_) || (level_.size && c >= *level_.size)) [[unlikely]] {
      complain(c);
    }
    fresh_ = false;
    last_ = c;
  }
  uint64_t parents() const { return level_.parents; }
  WrittenLevel& level() { return level_; }

 private:
  [[noreturn]] void complain(uint64_t c) const {
    if (!fresh_ && c <= last_) {
      throw bad_input(fmt::format("'{}' gets coordinate {} after {} in one fiber", name_, c, last_),
                      where_, "coordinates of a fiber must rise");
    }
    throw bad_input(
        fmt::format("'{}' gets coordinate {}, the mode has the size {}", name_, c, *level_.size),
        where_);
  }

  WrittenLevel& level_;
  uint64_t last_ = 0;
  bool fresh_ = true;  ///< no coordinate in this fiber yet
  Location where_;
  std::string name_;
};

/// Appends coordinates of a compressed level that nothing below needs references of.
template <class Index>
class AppendingWriter final : public Block {
 public:
  AppendingWriter(const BlockContext& context, WrittenLevel& level)
      : Block(context), store_(context, level) {}
  void start() override {
    output("ref");
    main().start(run());
  }

 private:
  Task run() {
    auto& coordinates = store_.level().coordinates.visit([](auto& array) -> std::vector<Index>& {
      if constexpr (std::is_same_v<std::decay_t<decltype(array)>, std::vector<Index>>) {
        return array;
      } else {
        throw std::logic_error("a writer was made for another width");
      }
    });
    co_await each_while(
        pop(crd_), [](Token token) { return !token.is_done(); },
        [&](Cycle, Token token) {
          if (token.is_data()) {
            store_.check(token.payload);
            coordinates.push_back(static_cast<Index>(token.payload));
          } else if (token.unborn() == 0) {
            store_.close(store_.parents());
          }
        });
    co_await fire(pop(crd_));
  }

  In& crd_ = input("crd");
  LevelStore store_;
};

/// The writer of any level: reads its parents' references, or counts them, and puts its own.
class LinkedWriter final : public Block {
 public:
  LinkedWriter(const BlockContext& context, WrittenLevel& level)
      : Block(context), store_(context, level), counts_(context.counts_parents) {
    if (!counts_) {
      parent_ = &input("ref");
    }
  }
  void start() override { main().start(counts_ ? run_counting() : run_linked()); }

 private:
  Task run_counting() {
    for (;;) {
      const Token token = co_await fire(pop(crd_), push(ref_));
      if (token.is_data()) {
        ref_ << data_token(store_.add(store_.parents(), token.payload));
        continue;
      }
      ref_ << token;
      if (token.is_done()) {
        co_return;
      }
      if (token.unborn() == 0) {
        store_.close(store_.parents());
      }
    }
  }

  Task run_linked() {
    for (;;) {
      const Token parent = co_await take(*parent_);
      if (!parent.is_point()) {
        const Token token = co_await fire(pop(crd_), push(ref_));
        const bool fits =
            parent.is_done()
                ? token.is_done()
                : same_token(token, stop_token(parent.level() + 1, parent.unborn() + 1));
        expect(*this, fits, crd_, token, *parent_, parent);
        ref_ << token;
        if (token.is_done()) {
          co_return;
        }
        continue;
      }
      for (;;) {
        const Token head = co_await peek(crd_);
        if (!head.is_data()) {
          break;
        }
        co_await fire(pop(crd_), push(ref_));
        ref_ << data_token(store_.add(parent.payload, head.payload));
      }
      store_.close(parent.payload);
      const Token end = co_await peek(crd_);
      if (end.is_stop() && end.level() > 0) {
        const auto [stop, outer] = co_await fire(pop(crd_, *parent_), push(ref_));
        expect(*this, same_token(outer, stop_token(stop.level() - 1)), crd_, stop, *parent_, outer);
      } else {
        co_await fire(pop(crd_), push(ref_));
        expect(*this, end.is_stop() && end.unborn() == 0, crd_, end, *parent_, parent);
      }
      ref_ << end;
    }
  }

  In& crd_ = input("crd");
  In* parent_ = nullptr;
  Out& ref_ = output("ref");
  LevelStore store_;
  bool counts_;
};

/// Appends values: every one has the position after the one before.
template <class T>
class AppendingValues final : public Block {
 public:
  explicit AppendingValues(const BlockContext& context)
      : Block(context), values_(context.result->values().as<T>()) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(val_), [](Token token) { return !token.is_done(); },
        [this](Cycle, Token token) {
          if (token.is_data()) {
            values_.push_back(token.value<T>());
          } else if (token.is_empty()) {
            values_.push_back(T{0});
          }
        });
    co_await fire(pop(val_));
  }

  In& val_ = input("val");
  std::vector<T>& values_;
};

/// Stores values at the references of a dense level.
template <class T>
class PlacingValues final : public Block {
 public:
  explicit PlacingValues(const BlockContext& context)
      : Block(context), name_(context.result->name()), values_(context.result->values().as<T>()) {}
  void start() override { main().start(run()); }

 private:
  Task run() {
    co_await each_while(
        pop(ref_, val_), [](Token a, Token b) { return !(a.is_done() && b.is_done()); },
        [this](Cycle, Token reference, Token value) {
          if (reference.is_data() && value.is_point()) {
            place(reference.payload, value);
          } else {
            expect(*this, same_token(reference, value), ref_, reference, val_, value);
          }
        });
    co_await fire(pop(ref_, val_));
  }

  void place(uint64_t position, Token value) {
    if (position >= values_.size()) {
      ResultStore::check_position(name_, position);
      values_.resize(position + 1);
    }
    values_[position] = value.is_data() ? value.value<T>() : T{0};
  }

  In& ref_ = input("ref");
  In& val_ = input("val");
  std::string name_;
  std::vector<T>& values_;
};

bool is_values(const Parameters& parameters) { return parameters.count("level") == kValuesLevel; }

std::unique_ptr<Block> make_level_writer(const BlockContext& context) {
  const uint64_t k = context.parameters().count("level");
  context.result->set_size(k, context.extent);
  WrittenLevel& level = context.result->level(k);
  if (level.dense && !level.size) {
    throw bad_input(
        fmt::format("'{}' writes a dense level whose size is not known", context.name()),
        context.wired.node->where, "give the graph an expression, or sizes");
  }
  if (level.dense || !context.counts_parents || context.references_used) {
    return std::make_unique<LinkedWriter>(context, level);
  }
  if (level.coordinates.wide()) {
    return std::make_unique<AppendingWriter<uint64_t>>(context, level);
  }
  return std::make_unique<AppendingWriter<uint32_t>>(context, level);
}

std::unique_ptr<Block> make_writer(const BlockContext& context) {
  if (!is_values(context.parameters())) {
    return make_level_writer(context);
  }
  return with_component_type(context.component, [&](auto zero) -> std::unique_ptr<Block> {
    using T = decltype(zero);
    if (context.counts_parents) {
      return std::make_unique<AppendingValues<T>>(context);
    }
    return std::make_unique<PlacingValues<T>>(context);
  });
}

const BlockRegistration registration(
    {.type = "writer",
     .summary = "stores one level, or the values, of a result",
     .aliases = {"fiber_write"},
     .inputs = {{.name = "ref",
                 .kind = StreamKind::ref,
                 .summary = "the references of the level above; nothing at level 0",
                 .optional = true,
                 .refers = Refers::parent},
                {.name = "crd",
                 .kind = StreamKind::crd,
                 .depth = {.offset = 1},
                 .summary = "the level's coordinates",
                 .present = [](const Parameters& p) { return !is_values(p); }},
                {.name = "val",
                 .kind = StreamKind::val,
                 .summary = "the values, where level is `values`",
                 .present = is_values}},
     .outputs = {{.name = "ref",
                  .kind = StreamKind::ref,
                  .depth = {.offset = 1},
                  .summary = "for each coordinate its position",
                  .refers = Refers::level,
                  .present = [](const Parameters& p) { return !is_values(p); }}},
     .parameters = {{.name = "tensor",
                     .type = ParameterType::tensor,
                     .summary = "the result",
                     .required = true},
                    {.name = "level",
                     .type = ParameterType::level,
                     .summary = "its level, 0 the outermost, or `values`",
                     .required = true}},
     .ends_run = true},
    make_writer);

}  // namespace
}  // namespace fiberloom
