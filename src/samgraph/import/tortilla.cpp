#include "samgraph/import/tortilla.h"

#include <charconv>
#include <map>

#include <fmt/format.h>

#include "samgraph/import/tortilla_arithmetic.h"
#include "samgraph/import/tortilla_message.h"
#include "samgraph/import/translate.h"

namespace fiberloom {
namespace {

using tortilla::Operation;

const char* name_of(StreamSort sort) {
  static constexpr const char* kNames[] = {"crd", "ref", "val", "repsig"};
  return kNames[static_cast<size_t>(sort)];
}

/// Repeats by a stream that was repeated, and so on: each is a step of recursion.
constexpr size_t kDeepestRepeats = 1000;
constexpr int kMostOperations = 100'000;

using StreamKey = std::pair<StreamSort, uint64_t>;
StreamKey key_of(const TortillaStream& stream) { return {stream.sort, stream.id}; }

class Reader {
 public:
  Reader(const tortilla::ProgramGraph& message, const std::string& file)
      : message_(message), where_{.file = file}, version_(find_version(message, file)) {
    graph_.name = file;
  }

  PeerGraph read() {
    if (message_.operators_size() > kMostOperations) {
      throw Error(ExitCode::limit, fmt::format("more than {} operations", kMostOperations), where_);
    }
    for (const Operation& operation : message_.operators()) {
      read_operation(operation);
    }
    for (const Wanted& wanted : wanted_) {
      if (const auto from = producer(wanted.stream, wanted.block)) {
        graph_.blocks[wanted.block].inputs.push_back({wanted.port, *from, where_});
      }
    }
    for (const auto& [block, stream] : repeats_) {
      connect_repeat(block, 0);
    }
    return std::move(graph_);
  }

 private:
  struct Wanted {
    size_t block = 0;
    std::string port;
    TortillaStream stream;
  };

  // What each operation is.

  void read_operation(const Operation& operation) {
    label_ = fmt::format("operation {} {}", operation.id(), operation.name());
    id_ = std::to_string(operation.id());
    switch (operation.op_case()) {
      case Operation::kRoot:
        roots_.insert({StreamSort::ref, operation.root().output_ref().id().id()});
        return;
      case Operation::kBroadcast:
        return read_broadcast(operation.broadcast());
      case Operation::kJoiner:
        return read_joiner_block(*read_joiner(operation.joiner(), version_));
      case Operation::kRepeat:
        return read_repeat_block(*read_repeat(operation.repeat(), version_));
      case Operation::kRepeatsig:
        add("each_" + operation.repeatsig().index(), "repeat_signal");
        takes("crd", StreamSort::crd, operation.repeatsig().input_crd());
        return gives("repsig", StreamSort::repsig, operation.repeatsig().output_rep_sig());
      case Operation::kFiberLookup:
        return read_lookup(operation.fiber_lookup());
      case Operation::kFiberWrite:
        return read_write(operation.fiber_write());
      case Operation::kValWrite:
        add(operation.val_write().tensor() + "_values", "writer").tensor =
            operation.val_write().tensor();
        return takes("val", StreamSort::val, operation.val_write().input_val());
      case Operation::kArray:
        return read_array(operation.array());
      case Operation::kAlu:
        return read_alu(operation.alu());
      case Operation::kReduce:
        return read_reduce(operation.reduce());
      case Operation::kSpacc:
        return read_accumulator(operation.spacc());
      case Operation::kCoordHold:
        return read_pair(operation.coord_hold(), "holder", "inner", "inner");
      case Operation::kCoordDrop:
        return read_pair(operation.coord_drop(), "dropper", "in0", "out0");
      default:
        refuse(operation);
    }
  }

  [[noreturn]] void refuse(const Operation& operation) const {
    const auto* field = Operation::GetReflection()->GetOneofFieldDescriptor(
        operation, Operation::descriptor()->oneof_decl(0));
    if (field == nullptr) {
      throw bad_input(label_ + " says nothing that it does", where_);
    }
    throw bad_input(fmt::format("{} is a {}, which is not translated", label_, field->name()),
                    where_);
  }

  void read_broadcast(const tortilla::Broadcast& broadcast) {
    const auto pass = [&](StreamSort sort, const tortilla::Bundle& bundle) {
      for (const tortilla::Stream& output : bundle.outputs()) {
        if (output.id().id() != 0) {
          copies_[{sort, output.id().id()}] = {sort, bundle.input().id().id()};
        }
      }
    };
    pass(StreamSort::crd, broadcast.crd());
    pass(StreamSort::ref, broadcast.ref());
    pass(StreamSort::val, broadcast.val());
    pass(StreamSort::repsig, broadcast.repsig());
  }

  void read_joiner_block(const TortillaJoiner& joiner) {
    const std::string type = joiner.unites ? "union" : "intersect";
    add(fmt::format("{}_{}", type, joiner.index), type);
    for (size_t s = 0; s < joiner.sides.size(); ++s) {
      takes(fmt::format("crd{}", s), joiner.sides[s].crd);
      if (joiner.sides[s].in.id != 0) {
        takes(fmt::format("in{}_0", s), joiner.sides[s].in);
        gives(fmt::format("out{}_0", s), joiner.sides[s].out);
      }
    }
    gives("crd", joiner.crd);
  }

  void read_repeat_block(const TortillaRepeat& repeat) {
    add(fmt::format("{}_at_{}", repeat.tensor, repeat.index), "repeater");
    takes("in", repeat.in, repeat.root);
    gives("out", repeat.out);
    if (repeat.repeat.sort == StreamSort::repsig) {
      return takes("repsig", repeat.repeat);
    }
    const size_t repeater = graph_.blocks.size() - 1;
    add("each_" + repeat.index, "repeat_signal");
    repeats_[repeater + 1] = repeat.repeat;
    graph_.blocks[repeater].inputs.push_back({"repsig", {repeater + 1, "repsig"}, where_});
  }

  void set_level(PeerBlock& block, uint64_t mode, const std::string& format) const {
    if (format != "compressed" && format != "dense") {
      throw bad_input(fmt::format("{}: there is no level format '{}'", label_, format), where_,
                      "formats: compressed, dense");
    }
    block.mode = mode;
    block.dense = format == "dense";
  }

  void read_lookup(const tortilla::FiberLookup& lookup) {
    PeerBlock& block = add(fmt::format("{}_{}", lookup.tensor(), lookup.index()), "scanner");
    block.tensor = lookup.tensor();
    block.index = lookup.index().empty() ? fmt::format("{}{}", lookup.tensor(), lookup.mode())
                                         : lookup.index();
    set_level(block, lookup.mode(), lookup.format());
    takes("ref", stream_of(StreamSort::ref, lookup.input_ref()), lookup.root());
    gives("ref", StreamSort::ref, lookup.output_ref());
    gives("crd", StreamSort::crd, lookup.output_crd());
  }

  void read_write(const tortilla::FiberWrite& write) {
    PeerBlock& block = add(fmt::format("{}_{}", write.tensor(), write.index()), "writer");
    block.tensor = write.tensor();
    const std::string& text = write.mode_val();
    uint64_t mode = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), mode);
    if (fault != std::errc{} || end != text.data() + text.size()) {
      throw bad_input(fmt::format("{}: mode is '{}', expected a number", label_, text), where_);
    }
    set_level(block, mode, write.format());
    takes("crd", StreamSort::crd, write.input_crd());
  }

  void read_array(const tortilla::ArrayVals& array) {
    refuse_blocks(array.blocked(), array.stream_shape());
    add(array.tensor() + "_values", "array").tensor = array.tensor();
    takes("ref", StreamSort::ref, array.input_ref());
    gives("val", StreamSort::val, array.output_val());
  }

  void refuse_blocks(bool blocked, uint64_t shape) const {
    if (blocked || shape > 1) {
      throw bad_input(label_ + " computes with blocks of values, which is not translated", where_);
    }
  }

  void read_alu(const tortilla::ALU& alu) {
    refuse_blocks(alu.blocked(), alu.stream_shape());
    const TortillaArithmetic arithmetic = arithmetic_of(alu, label_, where_);
    add(arithmetic.op, "alu").parameters = {{"op", arithmetic.op}, {"by", arithmetic.by}};
    for (int k = 0; k < alu.vals().inputs_size(); ++k) {
      takes(fmt::format("in{}", k), StreamSort::val, alu.vals().inputs(k));
    }
    gives("val", StreamSort::val, alu.vals().output());
  }

  void read_reduce(const tortilla::Reduce& reduce) {
    refuse_blocks(reduce.blocked(), reduce.stream_shape());
    const std::string op = reduction_of(reduce, label_, where_);
    add(op, "reducer").parameters = {{"op", op},
                                     {"empty", std::string(op == "sum" ? "zero" : "absent")}};
    takes("val", StreamSort::val, reduce.input_val());
    gives("val", StreamSort::val, reduce.output_val());
  }

  void read_accumulator(const tortilla::SparseAccumulator& spacc) {
    refuse_blocks(spacc.blocked(), spacc.stream_shape());
    if (spacc.inner_crd().empty() || spacc.outer_crds_size() != spacc.input_outer_crds_size()) {
      throw bad_input(label_ + " does not name its coordinates", where_);
    }
    add("accumulate", kPointAccumulator);
    coordinate(spacc.inner_crd(), spacc.input_inner_crd(), spacc.output_inner_crd());
    for (int k = 0; k < spacc.outer_crds_size(); ++k) {
      coordinate(
          spacc.outer_crds(k), spacc.input_outer_crds(k),
          k < spacc.output_outer_crds_size() ? spacc.output_outer_crds(k) : tortilla::Stream());
    }
    takes("val", StreamSort::val, spacc.input_val());
    gives("val", StreamSort::val, spacc.output_val());
  }

  void coordinate(const std::string& variable, const tortilla::Stream& in,
                  const tortilla::Stream& out) {
    takes(variable, StreamSort::crd, in);
    if (out.id().id() != 0) {
      graph_.blocks.back().kept.push_back(variable);
      gives(variable, StreamSort::crd, out);
    }
  }

  void read_pair(const tortilla::CoordPair& pair, const std::string& type, const std::string& in,
                 const std::string& out) {
    add(fmt::format("{}_{}_{}", type, pair.outer_crd(), pair.inner_crd()), type);
    takes("outer", StreamSort::crd, pair.input_outer_crd());
    takes(in, StreamSort::crd, pair.input_inner_crd());
    gives("outer", StreamSort::crd, pair.output_outer_crd());
    gives(out, StreamSort::crd, pair.output_inner_crd());
  }

  // Streams.

  PeerBlock& add(const std::string& name, const std::string& type) {
    graph_.blocks.push_back(
        {.name = names_.give(name, id_), .label = label_, .type = type, .where = where_});
    return graph_.blocks.back();
  }

  /// An input of the block that was added last. `root`: it may come from nowhere.
  void takes(const std::string& port, const TortillaStream& stream, bool root = false) {
    if (stream.id != 0) {
      wanted_.push_back({graph_.blocks.size() - 1, port, stream});
    } else if (!root && graph_.blocks.back().type != "array") {
      throw bad_input(fmt::format("{}: nothing is connected to '{}'", label_, port), where_);
    }
  }
  void takes(const std::string& port, StreamSort sort, const tortilla::Stream& stream) {
    takes(port, stream_of(sort, stream));
  }

  void gives(const std::string& port, const TortillaStream& stream) {
    if (stream.id == 0) {
      return;
    }
    const auto [other, fresh] =
        producers_.emplace(key_of(stream), PeerOutput{graph_.blocks.size() - 1, port});
    if (!fresh) {
      throw bad_input(fmt::format("{} and {} both give the {} stream {}",
                                  graph_.blocks[other->second.block].label, label_,
                                  name_of(stream.sort), stream.id),
                      where_);
    }
  }
  void gives(const std::string& port, StreamSort sort, const tortilla::Stream& stream) {
    gives(port, stream_of(sort, stream));
  }

  /// The block that makes a stream, behind all broadcasts; none: the root.
  std::optional<PeerOutput> producer(const TortillaStream& stream, size_t taker) const {
    StreamKey key = key_of(stream);
    for (size_t steps = 0; copies_.contains(key) && steps <= copies_.size(); ++steps) {
      key = copies_.at(key);
    }
    if (roots_.contains(key)) {
      return std::nullopt;
    }
    const auto found = producers_.find(key);
    if (found == producers_.end()) {
      throw bad_input(fmt::format("{} takes the {} stream {}, which nothing gives",
                                  graph_.blocks[taker].label, name_of(stream.sort), stream.id),
                      where_);
    }
    return found->second;
  }

  /// Gives the signal of a repeat that repeats by references or values the coordinates that go
  /// beside them.
  void connect_repeat(size_t signal, size_t depth) {
    if (!graph_.blocks[signal].inputs.empty()) {
      return;
    }
    const auto from = producer(repeats_.at(signal), signal);
    if (!from) {
      throw bad_input(graph_.blocks[signal].label + " repeats by the root, which has no loop",
                      where_);
    }
    const PeerOutput crd = coordinates_beside(*from, depth);
    graph_.blocks[signal].inputs.push_back({"crd", crd, where_});
  }

  PeerOutput coordinates_beside(PeerOutput stream, size_t depth) {
    while (depth++ <= kDeepestRepeats) {
      const PeerBlock& block = graph_.blocks[stream.block];
      if (block.type == "scanner" || block.type == "intersect" || block.type == "union") {
        return {stream.block, "crd"};
      }
      if (block.type == "repeater" && block.input("repsig") != nullptr) {
        const size_t signal = block.input("repsig")->from.block;
        if (repeats_.contains(signal)) {
          connect_repeat(signal, depth);
        }
        return graph_.blocks[signal].inputs.front().from;
      }
      const PeerInput* behind = block.type == "array" ? block.input("ref") : block.input("in0");
      if (behind == nullptr) {
        break;
      }
      stream = behind->from;
    }
    throw bad_input(fmt::format("{} repeats by a stream that has no coordinates beside it",
                                graph_.blocks[stream.block].label),
                    where_);
  }

  const tortilla::ProgramGraph& message_;
  Location where_;
  TortillaVersion version_;
  PeerGraph graph_;
  PeerNames names_;
  std::string label_;  ///< of the operation that is being read
  std::string id_;
  std::vector<Wanted> wanted_;
  std::set<StreamKey> roots_;
  std::map<StreamKey, StreamKey> copies_;  ///< what broadcasts give -> what they take
  std::map<StreamKey, PeerOutput> producers_;
  std::map<size_t, TortillaStream> repeats_;  ///< signals that are made of other streams
};

}  // namespace

Graph read_tortilla(const std::string& bytes, const std::string& file) {
  const tortilla::ComalGraph message = parse_tortilla(bytes, file);
  return translate(Reader(message.graph(), file).read());
}

}  // namespace fiberloom
