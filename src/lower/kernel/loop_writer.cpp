#include "lower/kernel/loop_writer.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lower/kernel/leaf_settling.h"
#include "lower/kernel/loop_cursor.h"

namespace fiberloom {
namespace {

/// The cases of a union are written out as long as the text inside stays below so many copies.
constexpr int kMostCopies = 27;
/// A union's two sides: together, each without the other, and what is left of each in the end.
constexpr int kCopiesOfTwo = 5;

/// One loop.
class LoopCode {
 public:
  LoopCode(LoopWriter& writer, const Iteration& set, const std::string& variable,
           const std::optional<LoopWindow>& window, const LoopBody& body, int& copies)
      : writer_(writer),
        frame_(writer.frame()),
        set_(set),
        variable_(variable),
        name_(frame_.variable(variable)),
        window_(window),
        body_(body),
        cursors_(writer, set, variable),
        copies_(copies) {}

  void write() {
    body_.before(cursors_.most());
    sum_ = body_.sum();
    Standing here = cursors_.start();
    if (cursors_.present(here).is_never()) {
      return;
    }
    std::vector<size_t> required;
    std::vector<size_t> optional;
    for (size_t k = 0; k < here.size(); ++k) {
      if (!here[k].is_tested()) {
        continue;
      }
      (cursors_.requires_cursor(k, here) ? required : optional).push_back(k);
    }
    if (window_ && window_->leaf != nullptr) {
      check_positions(required);
    }
    // A cursor over everything, behind a condition: the condition goes around the loop.
    const bool sparse = std::ranges::any_of(required, [&](size_t k) { return !cursor(k).all; });
    std::vector<std::string> conditions;
    for (size_t k = 0; k < here.size(); ++k) {
      if (here[k].is_tested() && cursor(k).all &&
          (std::ranges::count(required, k) == 0 || sparse || required.size() > 1)) {
        settle_condition(k, here, required, optional, conditions);
      }
    }
    if (!conditions.empty()) {
      code().open(fmt::format("if ({})", fmt::join(conditions, " && ")));
    }
    write_kind(here, required, optional);
    if (!conditions.empty()) {
      code().close();
    }
  }

 private:
  CodeText& code() { return frame_.code; }
  const LoopCursor& cursor(size_t k) const { return cursors_.all()[k]; }

  /// What is known of a conditional cursor over everything before the loop begins.
  void settle_condition(size_t k, Standing& here, std::vector<size_t>& required,
                        std::vector<size_t>& optional, std::vector<std::string>& conditions) {
    if (std::erase(required, k) != 0) {
      conditions.push_back(cursor(k).present.text());
      here[k] = Presence::always();
    } else if (!required.empty() || cursors_.everywhere(here)) {
      // Others say where the loop goes.
      std::erase(optional, k);
      here[k] = cursor(k).present;
    }
  }

  void write_kind(Standing& here, const std::vector<size_t>& required,
                  const std::vector<size_t>& optional) {
    if (required.empty() && cursors_.everywhere(here)) {
      all_coordinates(here, optional);
    } else if (required.size() == 1) {
      one_by_one(here, required[0], optional);
    } else if (required.size() > 1) {
      meet_all(here, required, optional);
    } else {
      open(optional);
      merge(here, optional);
    }
  }

  void declare(const std::string& name, const std::string& value) {
    code().line(fmt::format("index_t {} = {};", name, value));
  }
  void declare_constant(const std::string& name, const std::string& value) {
    code().line(fmt::format("const index_t {} = {};", name, value));
  }

  /// Cursors at the beginnings of their fibers, or of the window.
  void open(const std::vector<size_t>& which) {
    for (const size_t k : which) {
      const LoopCursor& c = cursor(k);
      declare(c.at, first_of(c));
      declare_constant(c.end, last_of(c));
    }
  }
  bool windowed() const { return window_ && !window_->first.empty(); }
  std::string first_of(const LoopCursor& c) {
    if (!windowed()) {
      return c.begin;
    }
    return window_->leaf == nullptr  ? cut(c, window_->first)
           : window_->leaf == c.leaf ? fmt::format("{0} > {1} ? {0} : {1}", window_->first, c.begin)
                                     : c.begin;
  }
  std::string last_of(const LoopCursor& c) {
    if (!windowed()) {
      return c.stop;
    }
    return window_->leaf == nullptr  ? cut(c, window_->last)
           : window_->leaf == c.leaf ? fmt::format("{0} < {1} ? {0} : {1}", window_->last, c.stop)
                                     : c.stop;
  }
  /// A loop over an operand's positions cannot visit what others have.
  void check_positions(const std::vector<size_t>& required) const {
    const bool alone = required.size() == 1 && cursor(required[0]).leaf == window_->leaf;
    if (!alone && !writer_.visits_all(set_, variable_)) {
      throw bad_input(fmt::format("the loop of {} does not run over {} alone", variable_,
                                  writer_.walks().at(window_->leaf).tensor),
                      {}, "pos takes an operand that says alone where the loop goes");
    }
  }
  /// Where a cursor's coordinates reach a bound of the window.
  std::string cut(const LoopCursor& c, const std::string& bound) {
    if (c.all) {
      return fmt::format("{} ? {} : 0", c.present.text(), bound);
    }
    return fmt::format("{}({}, {}, {}, {})", frame_.helpers.use("first_at_least"), c.coordinates,
                       c.begin, c.stop, bound);
  }

  /// What `write` writes, so much deeper than the text here.
  std::string written(const std::function<void()>& write, int deeper = 1) {
    CodeText outer = std::exchange(code(), CodeText(code().depth() + deeper));
    write();
    std::string inner = code().text();
    code() = std::move(outer);
    return inner;
  }

  /// Text that is written into a loop's body, and the declaration before it of what it mentions.
  void with_coordinate(const std::string& coordinate, const std::function<void()>& write) {
    const std::string inner = written(write, 0);
    if (mentions(inner, name_)) {
      declare_constant(name_, coordinate);
    }
    code().append(inner);
  }

  void all_coordinates(Standing here, const std::vector<size_t>& optional) {
    open(optional);
    const std::string first = windowed() ? window_->first : "0";
    const std::string last = windowed() ? window_->last : frame_.size_of(variable_);
    dense_ = optional.empty();
    const std::string body = written([&] {
      catch_up(here, optional);
      inside(here);
    });
    dense_ = false;
    counted_loop(fmt::format("for (index_t {0} = {1}; {0} < {2}; {0}++)", name_, first, last),
                 fmt::format("{} < {}", first, last), body, true);
  }

  /// A loop that steps by one, `any` telling whether it runs at all. Where all that it does is to
  /// add up, it may do so in any order: in vectors, if `dense` or asked for.
  void counted_loop(const std::string& head, const std::string& any, std::string body, bool dense) {
    const LoopHints& hints = body_.hints;
    std::string after;
    if (sum_ && is_straight(body) && mentions(body, sum_->name) && hints.unroll == 0 &&
        (dense || hints.vector)) {
      code().line(fmt::format("#pragma omp simd reduction(+ : {})", sum_->name));
      const std::string flag =
          fmt::format("{:{}}{} = 1;\n", "", 2 * (code().depth() + 1), sum_->any);
      if (const size_t at = body.find(flag); at != body.npos) {
        body.erase(at, flag.size());
        after = fmt::format("{} |= {};", sum_->any, any);
      }
    } else if (hints.vector && (!is_straight(body) || body_.sums)) {
      throw bad_input(fmt::format("the loop of {} cannot run in vectors", variable_), {},
                      "it holds branches or loops, or adds up in a certain order");
    } else {
      hint();
    }
    code().open(head);
    code().append(body);
    code().close();
    if (!after.empty()) {
      code().line(after);
    }
  }
  void hint() {
    for (const std::string& pragma : body_.hints.pragmas(variable_)) {
      code().line(pragma);
    }
  }
  /// A loop that moves several cursors can be neither unrolled nor run in vectors.
  void refuse_hints() {
    if (body_.hints.vector || body_.hints.unroll > 0) {
      throw bad_input(fmt::format("the loop of {} merges several operands", variable_), {},
                      "unroll and vectors take a loop over a dense operand, or one sparse one");
    }
  }

  void one_by_one(Standing here, size_t driver, const std::vector<size_t>& optional) {
    const LoopCursor& c = cursor(driver);
    here[driver] = Presence::always();
    if (c.all) {
      code().open(fmt::format("if ({})", c.present.text()));
      all_coordinates(here, optional);
      code().close();
      return;
    }
    open(optional);
    // A constant: for the compiler, stores inside might change the segments.
    declare_constant(c.end, last_of(c));
    walk(driver, first_of(c), c.end, here, optional);
  }

  /// The loop of one cursor from a position on.
  void walk(size_t driver, const std::string& from, const std::string& stop, Standing& here,
            const std::vector<size_t>& optional) {
    const LoopCursor& c = cursor(driver);
    const std::string start = from == c.at ? "" : fmt::format("index_t {} = {}", c.at, from);
    const std::string step = c.ranges ? fmt::format("{} = {}", c.at, c.next) : c.at + "++";
    if (c.ranges) {
      declare(c.next, "0");
      if (body_.hints.vector) {
        refuse_hints();
      }
    }
    const std::string body = written([&] {
      if (c.ranges) {
        code().line(fmt::format("{} = {};", c.next, end_of_run(c, c.coordinate())));
      }
      with_coordinate(c.coordinate(), [&] {
        catch_up(here, optional);
        inside(here);
      });
    });
    counted_loop(fmt::format("for ({}; {} < {}; {})", start, c.at, stop, step),
                 fmt::format("{} < {}", from, stop), body, false);
  }
  std::string end_of_run(const LoopCursor& c, const std::string& coordinate) {
    return fmt::format("{}({}, {}, {}, {})", frame_.helpers.use("end_of_run"), c.coordinates, c.at,
                       c.end, coordinate);
  }

  void meet_all(Standing here, const std::vector<size_t>& required,
                const std::vector<size_t>& optional) {
    open(required);
    open(optional);
    std::vector<std::string> in_range;
    for (const size_t k : required) {
      in_range.push_back(fmt::format("{} < {}", cursor(k).at, cursor(k).end));
    }
    refuse_hints();
    code().open(fmt::format("while ({})", fmt::join(in_range, " && ")));
    read_coordinates(required, false);
    std::vector<std::string> equal;
    for (const size_t k : required) {
      equal.push_back(fmt::format("{} == {}", coordinate_name(k), name_));
      here[k] = Presence::always();
    }
    code().open(fmt::format("if ({})", fmt::join(equal, " && ")));
    for (const size_t k : required) {
      const LoopCursor& c = cursor(k);
      if (c.ranges) {
        declare_constant(c.next, end_of_run(c, name_));
      }
    }
    catch_up(here, optional);
    inside(here);
    step_ranges(required);
    code().close();
    for (const size_t k : required) {
      code().line(fmt::format("{} += {} == {};", cursor(k).at, coordinate_name(k), name_));
    }
    code().close();
  }
  /// A cursor on several positions goes to the last of them: the loop's own step does the rest.
  void step_ranges(const std::vector<size_t>& which) {
    for (const size_t k : which) {
      if (cursor(k).ranges) {
        code().line(fmt::format("{} = {} - 1;", cursor(k).at, cursor(k).next));
      }
    }
  }

  std::string coordinate_name(size_t k) const { return cursor(k).at + "_at"; }

  /// The coordinates of cursors, and the least of them: the loop's.
  void read_coordinates(const std::vector<size_t>& which, bool may_end) {
    std::string least;
    for (const size_t k : which) {
      const LoopCursor& c = cursor(k);
      declare_constant(coordinate_name(k),
                       may_end ? fmt::format("{} < {} ? {} : {}", c.at, c.end, c.coordinate(),
                                             frame_.size_of(variable_))
                               : c.coordinate());
      const std::string& one = coordinate_name(k);
      least = least.empty()
                  ? one
                  : fmt::format("{0} < {1} ? {0} : {1}", one,
                                least.find('?') == std::string::npos ? least : "(" + least + ")");
    }
    declare_constant(name_, least);
  }

  /// A union: no cursor is needed for the loop to go on.
  void merge(const Standing& here, const std::vector<size_t>& which) {
    if (which.size() == 1) {
      Standing alone = here;
      alone[which[0]] = Presence::always();
      tail(which[0], alone);
      return;
    }
    if (which.size() == 2 && kCopiesOfTwo * copies_ <= kMostCopies) {
      copies_ *= kCopiesOfTwo;
      merge_two(here, which[0], which[1]);
      copies_ /= kCopiesOfTwo;
      return;
    }
    std::vector<std::string> in_range;
    for (const size_t k : which) {
      in_range.push_back(fmt::format("{} < {}", cursor(k).at, cursor(k).end));
    }
    refuse_hints();
    code().open(fmt::format("while ({})", fmt::join(in_range, " || ")));
    read_coordinates(which, true);
    for (const size_t k : which) {
      const LoopCursor& c = cursor(k);
      code().line(
          fmt::format("const int {} = {} == {};", here[k].text(), coordinate_name(k), name_));
      if (c.ranges) {
        declare_constant(c.next,
                         fmt::format("{} ? {} : {}", here[k].text(), end_of_run(c, name_), c.at));
      }
    }
    inside(here);
    for (const size_t k : which) {
      const LoopCursor& c = cursor(k);
      code().line(c.ranges ? fmt::format("{} = {};", c.at, c.next)
                           : fmt::format("{} += {};", c.at, here[k].text()));
    }
    code().close();
  }

  /// A union of two with its cases written out, so that no value needs a test.
  void merge_two(const Standing& here, size_t a, size_t b) {
    code().open(fmt::format("while ({} < {} && {} < {})", cursor(a).at, cursor(a).end, cursor(b).at,
                            cursor(b).end));
    for (const size_t k : {a, b}) {
      declare_constant(coordinate_name(k), cursor(k).coordinate());
    }
    Standing both = here;
    both[a] = both[b] = Presence::always();
    code().open(fmt::format("if ({} == {})", coordinate_name(a), coordinate_name(b)));
    merged(both, {a, b});
    code().reopen(fmt::format("else if ({} < {})", coordinate_name(a), coordinate_name(b)));
    merged(alone(here, a, b), {a});
    code().reopen("else");
    merged(alone(here, b, a), {b});
    code().close();
    code().close();
    tails(here, a, b);
  }
  /// One case: at the coordinate of the cursors `which`.
  void merged(const Standing& here, const std::vector<size_t>& which) {
    with_coordinate(coordinate_name(which[0]), [&] {
      for (const size_t k : which) {
        if (cursor(k).ranges) {
          declare_constant(cursor(k).next, end_of_run(cursor(k), name_));
        }
      }
      inside(here);
    });
    for (const size_t k : which) {
      const LoopCursor& c = cursor(k);
      code().line(c.ranges ? fmt::format("{} = {};", c.at, c.next) : c.at + "++;");
    }
  }
  static Standing alone(const Standing& here, size_t one, size_t other) {
    Standing standing = here;
    standing[one] = Presence::always();
    standing[other] = Presence::never();
    return standing;
  }
  void tails(const Standing& here, size_t a, size_t b) {
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
      Standing left = alone(here, one, other);
      tail(one, left);
    }
  }

  /// What is left of one side when the others have ended.
  void tail(size_t k, Standing& here) {
    if (cursors_.present(here).is_never()) {
      return;
    }
    const LoopCursor& c = cursor(k);
    walk(k, c.at, c.end, here, {});
  }

  /// Moves cursors that the loop does not need up to its coordinate.
  void catch_up(Standing& here, const std::vector<size_t>& optional) {
    for (const size_t k : optional) {
      const LoopCursor& c = cursor(k);
      code().open(fmt::format("while ({} < {} && {} < {})", c.at, c.end, c.coordinate(), name_));
      code().line(c.at + "++;");
      code().close();
      if (c.ranges) {
        declare_constant(c.next, end_of_run(c, name_));
      }
      code().line(fmt::format("const int {} = {} < {} && {} == {};", here[k].text(), c.at, c.end,
                              c.coordinate(), name_));
    }
  }

  /// The body, where the set has the coordinate, with the leaves where they stand then.
  void inside(const Standing& here) {
    const Presence present = cursors_.present(here);
    if (present.is_never()) {
      return;
    }
    if (present.is_tested() && !cursors_.is_sure(here)) {
      code().open(fmt::format("if ({})", present.text()));
      settle_and_write(here);
      code().close();
    } else {
      settle_and_write(here);
    }
  }
  void settle_and_write(const Standing& here) {
    const LeafCodes before = writer_.leaves();
    LeafSettling(writer_, cursors_, here, variable_).settle(set_);
    body_.inside(dense_);
    writer_.leaves() = before;
  }

  LoopWriter& writer_;
  KernelFrame& frame_;
  const Iteration& set_;
  const std::string& variable_;
  std::string name_;
  const std::optional<LoopWindow>& window_;
  std::optional<LoopSum> sum_{};
  bool dense_ = false;
  const LoopBody& body_;
  LoopCursors cursors_;
  int& copies_;
};

}  // namespace

void LoopWriter::write(const Iteration& set, const std::string& variable,
                       const std::optional<LoopWindow>& window, const LoopBody& body) {
  LoopCode(*this, set, variable, window, body, copies_).write();
}

const std::string& LoopWriter::position_name(const ExprNode* leaf, size_t level) {
  std::string& name = positions_[{leaf, level}];
  if (name.empty()) {
    name = frame_.names.make(
        fmt::format("p{}{}", frame_.name_of(leaves_.at(leaf).operand), level + 1), kCursorSuffixes);
    frame_.flags.push_back(name + "_here");
    frame_.flags.push_back(name + "_next");
  }
  return name;
}

}  // namespace fiberloom
