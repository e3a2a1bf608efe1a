// Blocks that change fiber trees, against the same change of the tree itself: random trees go in as
// streams, and the streams that come out must be those of the changed tree, stops and their e
// included, whatever is empty.

#include <functional>
#include <map>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/stream_shape.h"
#include "support/fiber_tree.h"
#include "support/testbench.h"

namespace fiberloom::testing {
namespace {

using Path = std::vector<uint64_t>;
using Points = std::vector<std::pair<Path, std::string>>;

/// A tree with a value, or N, for each point of its innermost loop.
struct ValuedTree {
  size_t loops = 0;
  FiberTree tree;
  std::vector<std::string> values;
};

ValuedTree random_valued_tree(Random& random, size_t loops) {
  ValuedTree made{.loops = loops, .tree = random_tree(random, loops, 3, 5), .values = {}};
  for (size_t k = made.tree.points(loops - 1); k > 0; --k) {
    made.values.push_back(random.chance(20) ? "N" : std::to_string(random.between(1, 9)));
  }
  return made;
}

/// Walks a tree and makes another one, from the values at hand in the order of the points.
class Change {
 public:
  explicit Change(const ValuedTree& from) : from_(from) {}
  virtual ~Change() = default;

  /// What the trees below `outer` loops are changed into, each by itself.
  ValuedTree below(size_t outer, size_t loops) {
    made_.tree = walk(from_.tree, from_.loops, outer);
    made_.loops = loops;
    return made_;
  }

 protected:
  virtual FiberTree change(const FiberTree& tree, size_t loops) = 0;

  void points(const FiberTree& tree, size_t loops, Path& path, Points& into) {
    for (size_t i = 0; i < tree.coordinates.size(); ++i) {
      path.push_back(tree.coordinates[i]);
      if (loops == 1) {
        into.emplace_back(path, from_.values[next_++]);
      } else {
        points(tree.below[i], loops - 1, path, into);
      }
      path.pop_back();
    }
  }
  void put(std::string value) { made_.values.push_back(std::move(value)); }

 private:
  FiberTree walk(const FiberTree& tree, size_t loops, size_t outer) {
    if (outer == 0) {
      return change(tree, loops);
    }
    FiberTree made{.coordinates = tree.coordinates, .below = {}};
    for (const FiberTree& fiber : tree.below) {
      made.below.push_back(walk(fiber, loops - 1, outer - 1));
    }
    return made;
  }

  const ValuedTree& from_;
  ValuedTree made_;
  size_t next_ = 0;
};

void insert(FiberTree& tree, const Path& path, size_t at = 0) {
  const bool innermost = at + 1 == path.size();
  if (tree.coordinates.empty() || tree.coordinates.back() != path[at]) {
    tree.coordinates.push_back(path[at]);
    if (!innermost) {
      tree.below.emplace_back();
    }
  }
  if (!innermost) {
    insert(tree.below.back(), path, at + 1);
  }
}

/// Sums of what has equal coordinates, the first `reduced` left out, in the order that perm says.
class Collect final : public Change {
 public:
  Collect(const ValuedTree& from, size_t reduced, std::vector<uint64_t> perm)
      : Change(from), reduced_(reduced), perm_(std::move(perm)) {}

 private:
  FiberTree change(const FiberTree& tree, size_t loops) override {
    Points all;
    Path path;
    points(tree, loops, path, all);
    std::map<Path, int> sums;
    for (const auto& [point, value] : all) {
      if (value != "N") {
        Path key;
        for (const uint64_t k : perm_) {
          key.push_back(point[reduced_ + k]);
        }
        sums[key] += std::stoi(value);
      }
    }
    FiberTree made;
    for (const auto& [point, sum] : sums) {
      insert(made, point);
      put(std::to_string(sum));
    }
    return made;
  }

  size_t reduced_;
  std::vector<uint64_t> perm_;
};

/// Leaves out the coordinates of the outermost loop whose fiber is empty.
class DropEmpty final : public Change {
 public:
  using Change::Change;

 private:
  FiberTree change(const FiberTree& tree, size_t loops) override {
    Points all;
    Path path;
    points(tree, loops, path, all);
    for (const auto& [point, value] : all) {
      put(value);
    }
    FiberTree made;
    for (size_t i = 0; i < tree.coordinates.size(); ++i) {
      if (!tree.below[i].coordinates.empty()) {
        made.coordinates.push_back(tree.coordinates[i]);
        made.below.push_back(tree.below[i]);
      }
    }
    return made;
  }
};

/// Leaves out the points without a value.
class DropAbsent final : public Change {
 public:
  using Change::Change;

 private:
  FiberTree change(const FiberTree& tree, size_t) override {
    Points all;
    Path path;
    points(tree, 1, path, all);
    FiberTree made;
    for (const auto& [point, value] : all) {
      if (value != "N") {
        insert(made, point);
        put(value);
      }
    }
    return made;
  }
};

/// A fiber of coordinates below `size` under every point that has a value.
class Fill final : public Change {
 public:
  Fill(const ValuedTree& from, uint64_t size) : Change(from), size_(size) {}

 private:
  FiberTree change(const FiberTree& tree, size_t) override {
    Points all;
    Path path;
    points(tree, 1, path, all);
    FiberTree made;
    for (const auto& [point, value] : all) {
      made.coordinates.push_back(point[0]);
      made.below.emplace_back();
      for (uint64_t c = 0; value != "N" && c < size_; ++c) {
        made.below.back().coordinates.push_back(c);
        put("1");
      }
    }
    return made;
  }

  uint64_t size_;
};

/// A graph in text, and the streams that its sinks must get.
class Trial {
 public:
  /// Sources c0, c1, .. and v for the streams of a tree.
  explicit Trial(const ValuedTree& tree) {
    for (size_t k = 0; k < tree.loops; ++k) {
      source(fmt::format("c{}", k), "crd", k + 1, coordinate_stream(tree.tree, k));
    }
    source("v", "val", tree.loops, value_stream(tree));
  }

  static std::string value_stream(const ValuedTree& tree) {
    size_t next = 0;
    return stream_text(tree.tree, tree.loops - 1, [&](uint64_t) { return tree.values[next++]; });
  }

  void block(const std::string& line) { text_ += "  " + line + '\n'; }
  void expect(const std::string& port, StreamKind kind, const std::string& stream) {
    const std::string sink = fmt::format("sink{}", expected_.size());
    block(fmt::format("{}: {{type: test_sink, in: {{in: {}}}}}", sink, port));
    expected_.push_back({port, kind, stream});
  }

  /// In both engines, at several depths. Empty, or what went wrong.
  std::string run() const {
    Testbench bench = testbench_from_yaml(text_);
    for (const uint64_t depth : {0, 1, 2, 4}) {
      bench.config.fifo.depth = depth;
      for (const bool clocked : {false, true}) {
        const Outcome outcome = bench.run({.clocked = clocked}, false);
        const std::string fault = outcome.error.empty() ? check(outcome) : outcome.error;
        if (!fault.empty()) {
          return fmt::format("depth {}, {}: {}\n{}", depth, clocked ? "clocked" : "runahead", fault,
                             text_);
        }
      }
    }
    return {};
  }

 private:
  struct Expected {
    std::string port;
    StreamKind kind;
    std::string stream;
  };

  void source(const std::string& name, const std::string& kind, size_t depth,
              const std::string& tokens) {
    block(fmt::format("{}: {{type: source, kind: {}, depth: {}, tokens: \"{}\"}}", name, kind,
                      depth, tokens));
  }

  std::string check(const Outcome& outcome) const {
    if (outcome.statistics.status != RunStatus::finished) {
      return "does not finish";
    }
    for (size_t k = 0; k < expected_.size(); ++k) {
      const Events& got = outcome.sinks.at(fmt::format("sink{}", k));
      Events wanted;
      for (const Token token : read_stream(expected_[k].stream, "expected", expected_[k].kind,
                                           ComponentType::float64)) {
        wanted.push_back({token, 0});
      }
      const std::string a = to_text(got, expected_[k].kind, false);
      const std::string b = to_text(wanted, expected_[k].kind, false);
      if (a != b) {
        return fmt::format("{}:\n  {}\n  expected {}", expected_[k].port, a, b);
      }
    }
    return {};
  }

  std::string text_ = "version: 1\nblocks:\n";
  std::vector<Expected> expected_;
};

std::string coordinate_inputs(size_t first, size_t n) {
  std::string text;
  for (size_t k = 0; k < n; ++k) {
    text += fmt::format("crd{}: c{}.out, ", k, first + k);
  }
  return text;
}

std::vector<uint64_t> random_permutation(Random& random, size_t n) {
  std::vector<uint64_t> perm(n);
  for (size_t k = 0; k < n; ++k) {
    perm[k] = k;
    std::swap(perm[k], perm[random.below(k + 1)]);
  }
  return perm;
}

void require_all(const std::function<Trial(Random&)>& make) {
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    Random random(seed);
    const std::string fault = make(random).run();
    INFO("seed " << seed << ", " << fault);
    REQUIRE(fault.empty());
  }
}

/// A block that collects n coordinates below some loops that stay and `reduced` ones that go.
Trial collecting(Random& random, const std::string& type, size_t reduced) {
  const size_t n = random.between(1, 3);
  const size_t outer = random.below(3);
  const ValuedTree tree = random_valued_tree(random, outer + reduced + n);
  const std::vector<uint64_t> perm = random_permutation(random, n);
  const ValuedTree expected = Collect(tree, reduced, perm).below(outer, outer + n);
  Trial trial(tree);
  trial.block(fmt::format("x: {{type: {}, perm: {}, in: {{{}val: v.out}}}}", type,
                          fmt::format("[{}]", fmt::join(perm, ", ")),
                          coordinate_inputs(outer + reduced, n)));
  for (size_t k = 0; k < outer + reduced; ++k) {
    trial.block(fmt::format("end{}: {{type: sink, in: {{in: c{}.out}}}}", k, k));
  }
  for (size_t k = 0; k < n; ++k) {
    trial.expect(fmt::format("x.crd{}", k), StreamKind::crd,
                 coordinate_stream(expected.tree, outer + k));
  }
  trial.expect("x.val", StreamKind::val, Trial::value_stream(expected));
  return trial;
}

TEST_CASE("an accumulator sums the trees of its rounds, in any order", "[blocks]") {
  require_all([](Random& random) { return collecting(random, "accumulator", 1); });
}

TEST_CASE("a sorter turns trees, in any order", "[blocks]") {
  require_all([](Random& random) { return collecting(random, "sorter", 0); });
}

TEST_CASE("scanning a buffer gives back what went in", "[blocks]") {
  require_all([](Random& random) {
    const size_t n = random.between(1, 3);
    const size_t outer = random.below(3);
    const ValuedTree tree = random_valued_tree(random, outer + n);
    Trial trial(tree);
    trial.block(
        fmt::format("t: {{type: buffer, in: {{{}val: v.out}}}}", coordinate_inputs(outer, n)));
    for (size_t k = 0; k < outer; ++k) {
      trial.block(fmt::format("end{}: {{type: sink, in: {{in: c{}.out}}}}", k, k));
    }
    std::string ref = "t.ref";
    for (size_t k = 0; k < n; ++k) {
      trial.block(
          fmt::format("s{0}: {{type: scanner, tensor: t, level: {0}, in: {{ref: {1}}}}}", k, ref));
      trial.expect(fmt::format("s{}.crd", k), StreamKind::crd,
                   coordinate_stream(tree.tree, outer + k));
      ref = fmt::format("s{}.ref", k);
    }
    trial.block(fmt::format("a: {{type: array, tensor: t, in: {{ref: {}}}}}", ref));
    trial.expect("a.val", StreamKind::val, Trial::value_stream(tree));
    return trial;
  });
}

TEST_CASE("a dropper prunes trees, with passengers of every depth", "[blocks]") {
  require_all([](Random& random) {
    const size_t inner = random.between(1, 3);  // loops below the one that loses coordinates
    const size_t outer = random.below(3);
    const ValuedTree tree = random_valued_tree(random, outer + 1 + inner);
    const ValuedTree expected = DropEmpty(tree).below(outer, tree.loops);
    Trial trial(tree);
    std::string inputs = fmt::format("outer: c{}.out, ", outer);
    for (size_t k = 0; k < inner; ++k) {
      inputs += fmt::format("in{}: c{}.out, ", k, outer + 1 + k);
    }
    trial.block(fmt::format("x: {{type: dropper, in: {{{}in{}: v.out}}}}", inputs, inner));
    for (size_t k = 0; k < outer; ++k) {
      trial.block(fmt::format("end{}: {{type: sink, in: {{in: c{}.out}}}}", k, k));
    }
    trial.expect("x.outer", StreamKind::crd, coordinate_stream(expected.tree, outer));
    for (size_t k = 0; k < inner; ++k) {
      trial.expect(fmt::format("x.out{}", k), StreamKind::crd,
                   coordinate_stream(expected.tree, outer + 1 + k));
    }
    trial.expect(fmt::format("x.out{}", inner), StreamKind::val, Trial::value_stream(expected));
    return trial;
  });
}

TEST_CASE("a value dropper prunes the innermost fibers", "[blocks]") {
  require_all([](Random& random) {
    const size_t loops = random.between(1, 4);
    const ValuedTree tree = random_valued_tree(random, loops);
    const ValuedTree expected = DropAbsent(tree).below(loops - 1, loops);
    Trial trial(tree);
    trial.block(
        fmt::format("x: {{type: value_dropper, in: {{crd: c{}.out, val: v.out}}}}", loops - 1));
    for (size_t k = 0; k + 1 < loops; ++k) {
      trial.block(fmt::format("end{}: {{type: sink, in: {{in: c{}.out}}}}", k, k));
    }
    trial.expect("x.crd", StreamKind::crd, coordinate_stream(expected.tree, loops - 1));
    trial.expect("x.val", StreamKind::val, Trial::value_stream(expected));
    return trial;
  });
}

TEST_CASE("a universe opens a fiber under every point, a constant has a value there", "[blocks]") {
  require_all([](Random& random) {
    const size_t loops = random.between(1, 3);
    const uint64_t size = random.below(4);
    const ValuedTree tree = random_valued_tree(random, loops);
    const ValuedTree expected = Fill(tree, size).below(loops - 1, loops + 1);
    Trial trial(tree);
    trial.block(fmt::format("x: {{type: universe, size: {}, in: {{trigger: v.out}}}}", size));
    trial.block("y: {type: constant, value: 1, in: {trigger: x.crd}}");
    for (size_t k = 0; k < loops; ++k) {
      trial.block(fmt::format("end{}: {{type: sink, in: {{in: c{}.out}}}}", k, k));
    }
    trial.expect("x.crd", StreamKind::crd, coordinate_stream(expected.tree, loops));
    trial.expect("y.val", StreamKind::val, Trial::value_stream(expected));
    return trial;
  });
}

}  // namespace
}  // namespace fiberloom::testing
