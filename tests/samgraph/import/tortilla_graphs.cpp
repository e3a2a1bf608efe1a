#include "samgraph/import/tortilla_graphs.h"

#include <string>
#include <vector>

namespace fiberloom::testing {
namespace {

using tortilla::Operation;
using tortilla::Stream;

class Builder {
 public:
  explicit Builder(TortillaVersion version) : version_(version) {}

  tortilla::ComalGraph take() { return std::move(graph_); }

  /// A new stream; the numbers of all kinds may be the same.
  uint64_t stream() { return ++last_; }

  Operation& add(const std::string& name) {
    Operation& operation = *graph_.mutable_graph()->add_operators();
    operation.set_name(name);
    operation.set_id(static_cast<uint64_t>(graph_.graph().operators_size()));
    return operation;
  }

  uint64_t root() {
    const uint64_t ref = stream();
    set(*add("root").mutable_root()->mutable_output_ref(), ref);
    return ref;
  }

  struct Level {
    uint64_t crd = 0;
    uint64_t ref = 0;
  };
  Level lookup(const std::string& tensor, uint64_t mode, const std::string& index, uint64_t ref) {
    auto& lookup = *add("lookup").mutable_fiber_lookup();
    lookup.set_tensor(tensor);
    lookup.set_mode(mode);
    lookup.set_index(index);
    lookup.set_format("compressed");
    lookup.set_src(true);
    set(*lookup.mutable_input_ref(), ref);
    const Level level{stream(), stream()};
    set(*lookup.mutable_output_crd(), level.crd);
    set(*lookup.mutable_output_ref(), level.ref);
    return level;
  }

  std::vector<uint64_t> copies_of_crd(uint64_t crd, int count) {
    return copies(*add("copy").mutable_broadcast()->mutable_crd(), crd, count);
  }
  std::vector<uint64_t> copies_of_ref(uint64_t ref, int count) {
    return copies(*add("copy").mutable_broadcast()->mutable_ref(), ref, count);
  }

  struct Joined {
    uint64_t crd = 0;
    uint64_t ref0 = 0;
    uint64_t ref1 = 0;
  };
  Joined intersect(const std::string& index, const Level& a, const Level& b) {
    const Joined joined{stream(), stream(), stream()};
    Operation& operation = add("intersect");
    if (version_ == TortillaVersion::v1) {
      tortilla::JoinerV1 joiner;
      for (const Level& side : {a, b}) {
        auto& pair = *joiner.add_input_pairs();
        set(*pair.mutable_crd(), side.crd);
        set(*pair.mutable_ref(), side.ref);
      }
      set(*joiner.add_output_refs(), joined.ref0);
      set(*joiner.add_output_refs(), joined.ref1);
      finish(joiner, index, joined.crd, operation);
    } else {
      tortilla::JoinerV2 joiner;
      for (const Level& side : {a, b}) {
        auto& pair = *joiner.add_input_pairs();
        set(*pair.mutable_crd(), side.crd);
        set(*pair.mutable_in_ref()->mutable_ref_stream(), side.ref);
      }
      set(*joiner.add_output_refs()->mutable_ref_stream(), joined.ref0);
      set(*joiner.add_output_refs()->mutable_ref_stream(), joined.ref1);
      finish(joiner, index, joined.crd, operation);
    }
    return joined;
  }

  /// Repeats `in` for each coordinate of `crd`, which goes beside `ref`.
  uint64_t repeat(const std::string& tensor, const std::string& index, uint64_t in,
                  const Level& loop) {
    const uint64_t out = stream();
    if (version_ == TortillaVersion::v1) {
      const uint64_t signal = stream();
      auto& repeatsig = *add("signal").mutable_repeatsig();
      set(*repeatsig.mutable_input_crd(), loop.crd);
      set(*repeatsig.mutable_output_rep_sig(), signal);
      tortilla::RepeatV1 repeat;
      set(*repeat.mutable_input_ref(), in);
      set(*repeat.mutable_output_ref(), out);
      set(*repeat.mutable_input_rep_sig(), signal);
      finish(repeat, tensor, index);
    } else {
      tortilla::RepeatV2 repeat;
      set(*repeat.mutable_in_ref(), in);
      set(*repeat.mutable_out_ref(), out);
      set(*repeat.mutable_rep_ref(), loop.ref);
      finish(repeat, tensor, index);
    }
    return out;
  }

  uint64_t array(const std::string& tensor, uint64_t ref) {
    auto& array = *add("array").mutable_array();
    array.set_tensor(tensor);
    set(*array.mutable_input_ref(), ref);
    const uint64_t val = stream();
    set(*array.mutable_output_val(), val);
    return val;
  }

  uint64_t multiply(uint64_t a, uint64_t b) {
    auto& alu = *add("mul").mutable_alu();
    set(*alu.mutable_vals()->add_inputs(), a);
    set(*alu.mutable_vals()->add_inputs(), b);
    const uint64_t val = stream();
    set(*alu.mutable_vals()->mutable_output(), val);
    alu.add_stages()->set_op(tortilla::ALU::MUL);
    return val;
  }

  void write(const std::string& tensor, uint64_t mode, const std::string& index, uint64_t crd) {
    auto& write = *add("write").mutable_fiber_write();
    write.set_tensor(tensor);
    write.set_index(index);
    write.set_mode_val(std::to_string(mode));
    write.set_format("compressed");
    write.set_sink(true);
    set(*write.mutable_input_crd(), crd);
  }

  void write_values(const std::string& tensor, uint64_t val) {
    auto& write = *add("write values").mutable_val_write();
    write.set_tensor(tensor);
    write.set_sink(true);
    set(*write.mutable_input_val(), val);
  }

  static void set(Stream& to, uint64_t id) { to.mutable_id()->set_id(id); }

 private:
  template <class Bundle>
  std::vector<uint64_t> copies(Bundle& bundle, uint64_t in, int count) {
    set(*bundle.mutable_input(), in);
    std::vector<uint64_t> made;
    for (int k = 0; k < count; ++k) {
      set(*bundle.add_outputs(), made.emplace_back(stream()));
    }
    return made;
  }

  template <class Joiner>
  static void finish(Joiner& joiner, const std::string& index, uint64_t crd, Operation& operation) {
    joiner.set_index(index);
    joiner.set_label("intersect " + index);
    set(*joiner.mutable_output_crd(), crd);
    operation.set_joiner(joiner.SerializeAsString());
  }

  template <class Repeat>
  void finish(Repeat& repeat, const std::string& tensor, const std::string& index) {
    repeat.set_label("Repeat " + index);
    repeat.set_index(index);
    repeat.set_tensor(tensor);
    add("repeat").set_repeat(repeat.SerializeAsString());
  }

  TortillaVersion version_;
  tortilla::ComalGraph graph_;
  uint64_t last_ = 0;
};

}  // namespace

tortilla::ComalGraph vector_graph(TortillaVersion version) {
  Builder b(version);
  const auto bi = b.lookup("b", 0, "i", b.root());
  const auto ci = b.lookup("c", 0, "i", b.root());
  const auto i = b.intersect("i", bi, ci);
  b.write("x", 0, "i", i.crd);
  b.write_values("x", b.multiply(b.array("b", i.ref0), b.array("c", i.ref1)));
  return b.take();
}

tortilla::ComalGraph product_graph(TortillaVersion version) {
  Builder b(version);
  const auto bi = b.lookup("B", 0, "i", b.root());
  const auto i_crd = b.copies_of_crd(bi.crd, 2);
  const auto i_ref = b.copies_of_ref(bi.ref, 2);
  b.write("X", 0, "i", i_crd[0]);
  const uint64_t c_at_i = b.repeat("C", "i", b.root(), {i_crd[1], i_ref[0]});
  const auto k = b.intersect("k", b.lookup("B", 1, "k", i_ref[1]), b.lookup("C", 0, "k", c_at_i));
  const auto cj = b.lookup("C", 1, "j", k.ref1);
  const auto j_crd = b.copies_of_crd(cj.crd, 2);
  const auto j_ref = b.copies_of_ref(cj.ref, 2);
  const uint64_t b_at_j = b.repeat("B", "j", k.ref0, {j_crd[0], j_ref[0]});
  const uint64_t product = b.multiply(b.array("B", b_at_j), b.array("C", j_ref[1]));
  auto& spacc = *b.add("accumulate").mutable_spacc();
  spacc.set_order(1);
  spacc.set_inner_crd("j");
  spacc.add_outer_crds("k");
  const uint64_t crd = b.stream();
  const uint64_t val = b.stream();
  Builder::set(*spacc.mutable_input_inner_crd(), j_crd[1]);
  Builder::set(*spacc.add_input_outer_crds(), k.crd);
  Builder::set(*spacc.mutable_input_val(), product);
  Builder::set(*spacc.mutable_output_inner_crd(), crd);
  Builder::set(*spacc.mutable_output_val(), val);
  b.write("X", 1, "j", crd);
  b.write_values("X", val);
  return b.take();
}

}  // namespace fiberloom::testing
