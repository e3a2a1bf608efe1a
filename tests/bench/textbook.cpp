#include "textbook.h"

#include <systemc>

#include <algorithm>
#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

namespace fiberloom {
namespace {

using sc_core::sc_clock;
using sc_core::sc_fifo;
using sc_core::sc_module;
using sc_core::sc_module_name;

enum class Kind : uint8_t { data, stop, done, empty };

struct Item {
  Kind kind = Kind::data;
  uint64_t level = 0;
  uint64_t number = 0;
  double value = 0;
};
std::ostream& operator<<(std::ostream& out, const Item& item) { return out << item.number; }
Item number(uint64_t n) { return {Kind::data, 0, n, 0}; }
Item real(double v) { return {Kind::data, 0, 0, v}; }
Item stop(uint64_t level) { return {Kind::stop, level, 0, 0}; }
Item done() { return {Kind::done, 0, 0, 0}; }
Item empty() { return {Kind::empty, 0, 0, 0}; }

/// A compressed matrix.
struct Matrix {
  std::vector<uint64_t> rows;
  std::vector<uint64_t> begins{0};
  std::vector<uint64_t> columns;
  std::vector<double> values;
};

Matrix compress(const CoordinateList& list, bool by_columns) {
  const auto& outer = list.columns[by_columns ? 1 : 0];
  const auto& inner = list.columns[by_columns ? 0 : 1];
  std::vector<size_t> order(list.entries());
  for (size_t e = 0; e < order.size(); ++e) {
    order[e] = e;
  }
  std::ranges::sort(order, [&](size_t x, size_t y) {
    return std::pair(outer[x], inner[x]) < std::pair(outer[y], inner[y]);
  });
  Matrix made;
  for (const size_t e : order) {
    if (made.rows.empty() || made.rows.back() != outer[e]) {
      made.rows.push_back(outer[e]);
      made.begins.push_back(made.begins.back());
    }
    made.columns.push_back(inner[e]);
    made.values.push_back(list.values.real(e));
    ++made.begins.back();
  }
  return made;
}

/// A block: one process on the clock, some FIFOs in, some out.
class TextbookBlock : public sc_module {
 public:
  SC_HAS_PROCESS(TextbookBlock);
  using Body = std::function<void(TextbookBlock&)>;
  TextbookBlock(const sc_module_name& name, sc_clock& clock, Body body)
      : sc_module(name), clock_(clock), body_(std::move(body)) {
    SC_THREAD(run);
  }

  Item read(size_t port) { return in[port]->read(); }
  void write(size_t port, const Item& item) {
    ++tokens;
    for (sc_fifo<Item>* fifo : out[port]) {
      fifo->write(item);
    }
  }
  /// The next clock edge.
  void tick() { wait(clock_.posedge_event()); }

  std::map<size_t, sc_fifo<Item>*> in;
  std::map<size_t, std::vector<sc_fifo<Item>*>> out;
  uint64_t tokens = 0;
  bool finished = false;

 private:
  void run() {
    body_(*this);
    finished = true;
  }

  sc_clock& clock_;
  Body body_;
};

void root(TextbookBlock& b) {
  b.write(0, number(0));
  b.tick();
  b.write(0, done());
}

/// ref -> crd, ref over the fibers that `begins` cuts `coordinates` into.
TextbookBlock::Body scanner(const std::vector<uint64_t>& begins,
                            const std::vector<uint64_t>& coordinates) {
  return [&](TextbookBlock& b) {
    Item item = b.read(0);
    for (;;) {
      if (item.kind == Kind::done) {
        b.write(0, done());
        b.write(1, done());
        return;
      }
      if (item.kind == Kind::stop) {
        b.write(0, stop(item.level + 1));
        b.write(1, stop(item.level + 1));
        b.tick();
        item = b.read(0);
        continue;
      }
      if (item.kind == Kind::data) {
        for (uint64_t k = begins[item.number]; k < begins[item.number + 1]; ++k) {
          b.write(0, number(coordinates[k]));
          b.write(1, number(k));
          b.tick();
        }
      }
      item = b.read(0);
      const bool merges = item.kind == Kind::stop;
      b.write(0, stop(merges ? item.level + 1 : 0));
      b.write(1, stop(merges ? item.level + 1 : 0));
      b.tick();
      if (merges) {
        item = b.read(0);
      }
    }
  };
}

/// One token in, one out, until D.
template <class F>
TextbookBlock::Body pointwise(size_t inputs, F f) {
  return [inputs, f](TextbookBlock& b) {
    for (;;) {
      const Item x = b.read(0);
      const Item y = inputs > 1 ? b.read(1) : x;
      b.write(0, x.kind == Kind::stop || x.kind == Kind::done ? x : f(x, y));
      if (x.kind == Kind::done) {
        return;
      }
      b.tick();
    }
  };
}

void repeater(TextbookBlock& b) {
  for (;;) {
    const Item operand = b.read(0);
    for (;;) {
      const Item signal = b.read(1);
      if (signal.kind == Kind::data) {
        b.write(0, operand);
        b.tick();
        continue;
      }
      if (signal.kind == Kind::stop && signal.level > 0 && operand.kind != Kind::stop) {
        b.read(0);
      }
      b.write(0, signal);
      if (signal.kind == Kind::done) {
        return;
      }
      b.tick();
      break;
    }
  }
}

/// crd0, ref0, crd1, ref1 -> crd, ref0, ref1
TextbookBlock::Body joiner(bool unites) {
  return [unites](TextbookBlock& b) {
    Item c0 = b.read(0);
    Item r0 = b.read(1);
    Item c1 = b.read(2);
    Item r1 = b.read(3);
    const auto next0 = [&] {
      c0 = b.read(0);
      r0 = b.read(1);
    };
    const auto next1 = [&] {
      c1 = b.read(2);
      r1 = b.read(3);
    };
    const auto put = [&](const Item& c, const Item& x, const Item& y) {
      b.write(0, c);
      b.write(1, x);
      b.write(2, y);
    };
    for (;;) {
      const bool data0 = c0.kind == Kind::data;
      const bool data1 = c1.kind == Kind::data;
      if (!data0 && !data1) {
        put(c0, c0, c0);
        if (c0.kind == Kind::done) {
          return;
        }
        b.tick();
        next0();
        next1();
      } else if (data0 && data1 && c0.number == c1.number) {
        put(c0, r0, r1);
        b.tick();
        next0();
        next1();
      } else if (data0 && (!data1 || c0.number < c1.number)) {
        if (unites) {
          put(c0, r0, empty());
        }
        b.tick();
        next0();
      } else {
        if (unites) {
          put(c1, empty(), r1);
        }
        b.tick();
        next1();
      }
    }
  };
}

void reducer(TextbookBlock& b) {
  double sum = 0;
  for (;;) {
    const Item item = b.read(0);
    if (item.kind == Kind::data) {
      sum += item.value;
      b.tick();
    } else if (item.kind == Kind::stop) {
      b.write(0, real(sum));
      sum = 0;
      b.tick();
      if (item.level > 0) {
        b.write(0, stop(item.level - 1));
        b.tick();
      }
    } else if (item.kind == Kind::done) {
      b.write(0, item);
      return;
    }
  }
}

/// crd, val -> crd, val, summed over the loop outside
void accumulator(TextbookBlock& b) {
  std::map<uint64_t, double> row;
  for (;;) {
    const Item c = b.read(0);
    const Item v = b.read(1);
    if (c.kind == Kind::data) {
      row[c.number] += v.value;
      b.tick();
    } else if (c.kind == Kind::stop) {
      b.tick();
      if (c.level == 0) {
        continue;
      }
      for (const auto& [coordinate, value] : row) {
        b.write(0, number(coordinate));
        b.write(1, real(value));
        b.tick();
      }
      row.clear();
      b.write(0, stop(c.level - 1));
      b.write(1, stop(c.level - 1));
      b.tick();
    } else {
      b.write(0, c);
      b.write(1, c);
      return;
    }
  }
}

TextbookBlock::Body writer(std::vector<double>* values) {
  return [values](TextbookBlock& b) {
    for (;;) {
      const Item item = b.read(0);
      if (item.kind == Kind::done) {
        return;
      }
      if (values != nullptr && item.kind != Kind::stop) {
        values->push_back(item.value);
      }
      b.tick();
    }
  };
}

/// Blocks and FIFOs by name.
class Model {
 public:
  Model(int depth) : clock_("clock", 1, sc_core::SC_NS), depth_(depth) {}

  void add(const std::string& name, TextbookBlock::Body body) {
    blocks_[name] = std::make_unique<TextbookBlock>(name.c_str(), clock_, std::move(body));
  }
  /// from.out port -> to.in port
  void wire(const std::string& from, size_t out, const std::string& to, size_t in) {
    fifos_.push_back(std::make_unique<sc_fifo<Item>>(depth_));
    blocks_.at(from)->out[out].push_back(fifos_.back().get());
    blocks_.at(to)->in[in] = fifos_.back().get();
  }

  void run(TextbookRun& result) {
    const auto begin = std::chrono::steady_clock::now();
    const auto finished = [&] {
      return std::ranges::all_of(blocks_, [](const auto& b) { return b.second->finished; });
    };
    while (!finished()) {
      sc_core::sc_start(1000, sc_core::SC_NS);
    }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    result.cycles = static_cast<uint64_t>(sc_core::sc_time_stamp().to_seconds() * 1e9);
    for (const auto& [name, block] : blocks_) {
      result.tokens += name.starts_with("root") ? 0 : block->tokens;
    }
  }

 private:
  sc_clock clock_;
  int depth_;
  std::map<std::string, std::unique_ptr<TextbookBlock>> blocks_;
  std::deque<std::unique_ptr<sc_fifo<Item>>> fifos_;
};

Item multiply(const Item& x, const Item& y) { return real(x.value * y.value); }
Item plus(const Item& x, const Item& y) { return real(x.value + y.value); }
Item signal(const Item&, const Item&) { return number(0); }

TextbookBlock::Body array(const std::vector<double>& values) {
  return pointwise(1, [&values](const Item& x, const Item&) {
    return x.kind == Kind::data ? real(values[x.number]) : real(0);
  });
}

struct Operands {
  const Matrix& b;
  const Matrix& c;
  const std::vector<uint64_t> b_rows;  ///< the begins of the one fiber of rows
  const std::vector<uint64_t> c_rows;
};

/// What both orders of the product have; `outer` and `inner` scan the levels of C.
void add_product(Model& m, const Operands& o, const char* outer, const char* inner,
                 TextbookBlock::Body sum, std::vector<double>& values) {
  m.add("root_b", root);
  m.add("root_c", root);
  m.add("Bi", scanner(o.b_rows, o.b.rows));
  m.add("Bk", scanner(o.b.begins, o.b.columns));
  m.add(outer, scanner(o.c_rows, o.c.rows));
  m.add(inner, scanner(o.c.begins, o.c.columns));
  m.add("each_i", pointwise(1, signal));
  m.add("each_j", pointwise(1, signal));
  m.add("C_at_i", repeater);
  m.add("B_at_j", repeater);
  m.add("k", joiner(false));
  m.add("B_values", array(o.b.values));
  m.add("C_values", array(o.c.values));
  m.add("mul", pointwise(2, multiply));
  m.add("sum_k", std::move(sum));
  m.add("Xi", writer(nullptr));
  m.add("Xj", writer(nullptr));
  m.add("X_values", writer(&values));
  m.wire("root_b", 0, "Bi", 0);
  m.wire("root_c", 0, "C_at_i", 0);
  m.wire("Bi", 0, "each_i", 0);
  m.wire("Bi", 0, "Xi", 0);
  m.wire("each_i", 0, "C_at_i", 1);
  m.wire("C_at_i", 0, outer, 0);
  m.wire("Cj", 0, "each_j", 0);
  m.wire("each_j", 0, "B_at_j", 1);
  m.wire("B_values", 0, "mul", 0);
  m.wire("C_values", 0, "mul", 1);
}

void build_matmul_ikj(Model& m, const Operands& o, std::vector<double>& values) {
  add_product(m, o, "Ck", "Cj", accumulator, values);
  m.wire("Bi", 1, "Bk", 0);
  m.wire("Ck", 0, "k", 0);
  m.wire("Ck", 1, "k", 1);
  m.wire("Bk", 0, "k", 2);
  m.wire("Bk", 1, "k", 3);
  m.wire("k", 1, "Cj", 0);
  m.wire("k", 2, "B_at_j", 0);
  m.wire("Cj", 1, "C_values", 0);
  m.wire("B_at_j", 0, "B_values", 0);
  m.wire("Cj", 0, "sum_k", 0);
  m.wire("mul", 0, "sum_k", 1);
  m.wire("sum_k", 0, "Xj", 0);
  m.wire("sum_k", 1, "X_values", 0);
}

void build_matmul_ijk(Model& m, const Operands& o, std::vector<double>& values) {
  add_product(m, o, "Cj", "Ck", reducer, values);
  m.wire("Bi", 1, "B_at_j", 0);
  m.wire("Cj", 0, "Xj", 0);
  m.wire("B_at_j", 0, "Bk", 0);
  m.wire("Cj", 1, "Ck", 0);
  m.wire("Bk", 0, "k", 0);
  m.wire("Bk", 1, "k", 1);
  m.wire("Ck", 0, "k", 2);
  m.wire("Ck", 1, "k", 3);
  m.wire("k", 1, "B_values", 0);
  m.wire("k", 2, "C_values", 0);
  m.wire("mul", 0, "sum_k", 0);
  m.wire("sum_k", 0, "X_values", 0);
}

void build_mat_elemadd(Model& m, const Operands& o, std::vector<double>& values) {
  m.add("root_b", root);
  m.add("root_c", root);
  m.add("Bi", scanner(o.b_rows, o.b.rows));
  m.add("Bj", scanner(o.b.begins, o.b.columns));
  m.add("Ci", scanner(o.c_rows, o.c.rows));
  m.add("Cj", scanner(o.c.begins, o.c.columns));
  m.add("i", joiner(true));
  m.add("j", joiner(true));
  m.add("B_values", array(o.b.values));
  m.add("C_values", array(o.c.values));
  m.add("add", pointwise(2, plus));
  m.add("Xi", writer(nullptr));
  m.add("Xj", writer(nullptr));
  m.add("X_values", writer(&values));
  m.wire("root_b", 0, "Bi", 0);
  m.wire("root_c", 0, "Ci", 0);
  m.wire("Bi", 0, "i", 0);
  m.wire("Bi", 1, "i", 1);
  m.wire("Ci", 0, "i", 2);
  m.wire("Ci", 1, "i", 3);
  m.wire("i", 0, "Xi", 0);
  m.wire("i", 1, "Bj", 0);
  m.wire("i", 2, "Cj", 0);
  m.wire("Bj", 0, "j", 0);
  m.wire("Bj", 1, "j", 1);
  m.wire("Cj", 0, "j", 2);
  m.wire("Cj", 1, "j", 3);
  m.wire("j", 0, "Xj", 0);
  m.wire("j", 1, "B_values", 0);
  m.wire("j", 2, "C_values", 0);
  m.wire("B_values", 0, "add", 0);
  m.wire("C_values", 0, "add", 1);
  m.wire("add", 0, "X_values", 0);
}

}  // namespace

TextbookRun run_textbook(const std::string& graph, const CoordinateList& b, const CoordinateList& c,
                         int depth) {
  using Build = void (*)(Model&, const Operands&, std::vector<double>&);
  static const std::map<std::string, Build> builders = {{"matmul_ikj", build_matmul_ikj},
                                                        {"matmul_ijk", build_matmul_ijk},
                                                        {"mat_elemadd", build_mat_elemadd}};
  const Matrix left = compress(b, false);
  const Matrix right = compress(c, graph == "matmul_ijk");
  const Operands operands{left, right, {0, left.rows.size()}, {0, right.rows.size()}};
  TextbookRun result;
  sc_core::sc_simcontext* given = sc_core::sc_get_curr_simcontext();
  const auto own = std::make_unique<sc_core::sc_simcontext>();
  sc_core::sc_curr_simcontext = own.get();
  {
    Model model(depth);
    builders.at(graph)(model, operands, result.values);
    model.run(result);
  }
  sc_core::sc_curr_simcontext = given;
  return result;
}

}  // namespace fiberloom
