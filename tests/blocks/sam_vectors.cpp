#include "blocks/sam_vectors.h"

#include <algorithm>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "blocks/sam_streams.h"
#include "blocks/sam_vector_accumulators.h"
#include "blocks/sam_vector_translator.h"

namespace fiberloom::testing {
namespace {

bool is_whole(const json& tokens) {
  return std::ranges::none_of(tokens, [](const json& token) { return token.is_number_float(); });
}
bool holds(const Words& tokens, const std::string& word) {
  return std::ranges::find(tokens, word) != tokens.end();
}

void compute(Translator& t, std::string op, const std::string& a, const std::string& b) {
  const Words in0 = words(t.in(a));
  const Words in1 = words(t.in(b));
  if (is_whole(t.in(a)) && is_whole(t.in(b))) {
    t.made.test.component = ComponentType::int64;
  }
  t.made.test.parameters = "op: " + op;
  t.take("in0", in0, a);
  t.take("in1", in1, b);
  if (in0.size() != in1.size()) {
    t.made.difference = "a stop does not meet a value";
    t.made.test.error = "the streams that meet in 'block' do not fit";
    return;
  }
  t.put("val", words(t.out("out_val")), "out_val");
}

SamVector add(const json& vector) {
  Translator t(vector, "alu");
  const bool neg1 = t.parameter("neg1", false);
  const bool neg2 = t.parameter("neg2", false);
  if (neg1 && neg2) {
    t.made.not_run = "both operands negated: two blocks here";
  } else if (neg1) {
    compute(t, "sub", "set_in2", "set_in1");
  } else {
    compute(t, neg2 ? "sub" : "add", "set_in1", "set_in2");
  }
  return t.made;
}

SamVector multiply(const json& vector) {
  Translator t(vector, "alu");
  compute(t, "mul", "set_in1", "set_in2");
  return t.made;
}

/// A tensor whose values are an array.
std::shared_ptr<const Tensor> values_of(const json& array) {
  std::vector<std::vector<double>> entries;
  for (const json& value : array) {
    entries.push_back({static_cast<double>(entries.size()), value.get<double>()});
  }
  return std::make_shared<const Tensor>(tensor_of("s", {entries.size()}, entries));
}

SamVector load_or_store(const json& vector) {
  Translator t(vector, vector.at("out").empty() ? "writer" : "array");
  if (vector.at("out").empty()) {
    const Words addresses = words(t.in("set_store"));
    const json& values = side(vector.at("in"), "set_store", "vals", 1);
    t.made.difference = "values are stored by a writer";
    t.made.test.formats["X"] = "d";
    t.made.test.result_shapes["X"] = {1000};
    t.made.test.parameters = "tensor: X, level: values";
    t.made.test.extra =
        "i: {type: test_source, kind: crd, depth: 1, tokens: S0 D}\n"
        "w0: {type: writer, tensor: X, level: 0, in: {crd: i.out}}";
    t.take("ref", words(side(vector.at("in"), "set_store", "addr", 0)), "set_store.addr");
    t.take("val", words(values), "set_store.vals");
    t.made.test.stored["X"].values = vector.at("final").at("get_arr").get<std::vector<double>>();
    return t.made;
  }
  t.made.test.formats["T"] = "s";
  t.made.test.tensors["T"] = values_of(vector.at("params").at("init_arr"));
  t.made.test.parameters = "tensor: T";
  t.made.test.component = ComponentType::int64;
  const Words refs = words(t.in("set_load"));
  Words expected = words(t.out("out_val"));
  if (holds(refs, "N")) {
    t.made.difference = "N loads N, not 0";
    for (size_t k = 0; k < refs.size(); ++k) {
      expected[k] = refs[k] == "N" ? "N" : expected[k];
    }
  }
  t.take("ref", refs, "set_load", "ref");
  t.put("val", expected, "out_val");
  return t.made;
}

/// A level whose fibers are given by arrays, below a dense one.
void use_level(Translator& t, const std::vector<uint64_t>& crd, const std::vector<uint64_t>& seg) {
  std::vector<std::vector<double>> entries;
  uint64_t largest = 0;
  for (size_t row = 0; row + 1 < seg.size(); ++row) {
    for (uint64_t k = seg[row]; k < seg[row + 1]; ++k) {
      entries.push_back({static_cast<double>(row), static_cast<double>(crd.at(k)), 1});
      largest = std::max(largest, crd[k]);
    }
  }
  t.made.test.formats["B"] = "ds";
  t.made.test.tensors["B"] =
      std::make_shared<const Tensor>(tensor_of("ds", {seg.size() - 1, largest + 1}, entries));
  t.made.test.parameters = "tensor: B, level: 1";
}

/// SAM's scanner makes a coordinate of N; it is left out.
void put_scanned(Translator& t) {
  for (const std::string port : {"crd", "ref"}) {
    Words expected = words(t.out("out_" + port));
    if (holds(expected, "N")) {
      t.made.difference = "N gives an empty fiber, not a coordinate N";
      std::erase(expected, "N");
      t.put(port, expected, "");
    } else {
      t.put(port, expected, "out_" + port);
    }
  }
}

SamVector scan(const json& vector) {
  Translator t(vector, "scanner");
  if (vector.at("in").contains("set_crd_skip.in_crd")) {
    t.made.not_run = "coordinate skipping is not built yet";
    return t.made;
  }
  use_level(t, vector.at("params").at("crd_arr"), vector.at("params").at("seg_arr"));
  t.take("ref", words(t.in("set_in_ref")), "set_in_ref");
  put_scanned(t);
  return t.made;
}

SamVector scan_dense(const json& vector) {
  Translator t(vector, "scanner");
  const auto dim = vector.at("params").at("dim").get<uint64_t>();
  t.made.test.formats["B"] = "dd";
  t.made.test.tensors["B"] = std::make_shared<const Tensor>(tensor_of("dd", {8, dim}, {}));
  t.made.test.parameters = "tensor: B, level: 1";
  t.made.test.timing = "waits_for_next: false";  // SAM's dense scanner does not
  t.take("ref", words(t.in("set_in_ref")), "set_in_ref");
  if (t.throws()) {
    // SAM crashes on empty parent fibers; what ours makes of them is the rule of lowering.md.
    t.made.difference = "empty parent fibers are scanned";
    t.made.test.without_unborn = false;
    const bool leading = words(t.in("set_in_ref")) == Words{"S0", "D"};
    const Words expected = leading ? Words{"S1^1", "D"} : Words{"0", "1", "2", "S1", "S1^1", "D"};
    t.put("crd", expected, "");
    t.put("ref", expected, "");
    return t.made;
  }
  put_scanned(t);
  return t.made;
}

SamVector join(const json& vector, const std::string& block) {
  Translator t(vector, block);
  for (const std::string number : {"1", "2"}) {
    const std::string port = "set_in" + number;
    const std::string s = number == "1" ? "0" : "1";
    const Words crds = words(side(vector.at("in"), port, "in_crd" + number, 1));
    const Words refs = words(side(vector.at("in"), port, "in_ref" + number, 0));
    if (holds(crds, "N")) {
      t.made.not_run = "N as a coordinate: no stream of ours has one";
      return t.made;
    }
    const bool pairs = vector.at("in").contains(port);
    t.take("crd" + s, crds, pairs ? port : port + ".in_crd" + number);
    t.take("in" + s + "_0", refs, pairs ? port : port + ".in_ref" + number, "ref");
    t.put("out" + s + "_0", words(t.out("out_ref" + number)), "out_ref" + number);
  }
  t.put("crd", words(t.out("out_crd")), "out_crd");
  return t.made;
}
SamVector intersect(const json& vector) { return join(vector, "intersect"); }
SamVector unite(const json& vector) { return join(vector, "union"); }

SamVector reduce(const json& vector) {
  Translator t(vector, "reducer");
  t.made.test.parameters = "empty: zero";
  t.take("val", words(t.in("set_in_val")), "set_in_val");
  t.put("val", words(t.out("out_val")), "out_val");
  return t.made;
}

SamVector repeat_signal(const json& vector) {
  Translator t(vector, "repeat_signal");
  const Words crds = words(t.in("set_istream"));
  if (holds(crds, "N")) {
    t.made.not_run = "N as a coordinate: no stream of ours has one";
    return t.made;
  }
  Words expected = words(t.out("out_repsig"));
  std::ranges::replace(expected, std::string("S"), std::string("S0"));
  t.made.test.without_levels = true;  // SAM's signals have none
  t.take("crd", crds, "set_istream");
  t.put("repsig", expected, "out_repsig");
  return t.made;
}

SamVector repeat(const json& vector) {
  Translator t(vector, "repeater");
  const Words refs = words(t.in("set_in_ref"));
  const std::string signals_port =
      vector.at("in").contains("set_in_repsig") ? "set_in_repsig" : "set_in_repeat";
  const Words signals = with_levels(refs, words(t.in(signals_port)));
  t.take("in", refs, "set_in_ref", "ref");
  t.take("repsig", signals, signals_port, "", refs == Words{"0", "D"} ? "1" : depth_of(signals));
  t.put("out", words(t.out("out_ref")), "out_ref");
  return t.made;
}

SamVector drop(const json& vector) {
  Translator t(vector, "dropper");
  const Words outer = words(t.in("set_outer_crd"));
  const Words inner = words(t.in("set_inner_crd"));
  t.take("outer", outer, "set_outer_crd");
  t.take("in0", with_unborn(outer, inner), "set_inner_crd");
  t.put("outer", words(t.out("out_crd_outer")), "");
  const Words sam = words(t.out("out_crd_inner"));
  const Words expected = without_empty_fibers(sam);
  t.made.difference = expected == sam ? "" : "the stops of dropped fibers are dropped too";
  t.put("out0", expected, "");
  return t.made;
}

SamVector hold(const json& vector) {
  Translator t(vector, "holder");
  const Words outer = words(t.in("set_outer_crd"));
  t.take("outer", outer, "set_outer_crd");
  t.take("inner", with_unborn(outer, words(t.in("set_inner_crd"))), "set_inner_crd");
  t.put("outer", words(t.out("out_crd_outer")), "");  // SAM's lags a cycle behind
  t.put("inner", words(t.out("out_crd_inner")), "out_crd_inner");
  return t.made;
}

SamVector drop_stops(const json& vector) {
  Translator t(vector, "stop_dropper");
  const Words tokens = words(t.in("set_in_stream"));
  t.take("in", tokens, "set_in_stream", "val");
  t.put("out", words(t.out("out_val")), "out_val");
  return t.made;
}

/// The coordinates of all levels above a stream whose points are `inner`, innermost last, as test
/// sources and writers of the tensor X; returns their number.
size_t add_writers_above(Translator& t, Words inner) {
  const auto depth = static_cast<size_t>(std::stoul(depth_of(inner)));
  std::vector<Words> streams(depth);
  for (size_t k = depth; k-- > 0;) {
    streams[k] = inner = parents_of(inner);
  }
  for (size_t k = 1; k < depth; ++k) {  // streams[0] would be the root's
    t.made.test.extra += fmt::format(
        "i{0}: {{type: test_source, kind: crd, depth: {1}, tokens: {2}}}\n"
        "w{0}: {{type: writer, tensor: X, level: {0}, in: {{{3}crd: i{0}.out}}}}\n",
        k - 1, k, to_text(streams[k]), k == 1 ? "" : fmt::format("ref: w{}.ref, ", k - 2));
  }
  t.made.test.formats["X"] = std::string(depth, 's');
  return depth;
}

SamVector write_level(const json& vector) {
  Translator t(vector, "writer");
  const Words crds = words(t.in("set_input"));
  const size_t depth = add_writers_above(t, crds);
  t.made.test.parameters = fmt::format("tensor: X, level: {}", depth - 1);
  t.take("crd", crds, "set_input");
  if (depth > 1) {
    t.made.test.in["ref"].from = fmt::format("w{}.ref", depth - 2);
  }
  Words values = crds;
  std::ranges::replace_if(values, is_point, "1");
  t.made.test.extra += fmt::format(
      "v: {{type: test_source, kind: val, depth: {}, tokens: {}}}\n"
      "values: {{type: writer, tensor: X, level: values, in: {{ref: block.ref, val: v.out}}}}\n",
      depth, to_text(values));
  const auto stored = vector.at("final").at("get_arr").get<std::vector<uint64_t>>();
  const auto seg = vector.at("final").at("get_seg_arr").get<std::vector<uint64_t>>();
  // SAM gives no end to fibers that are empty; each of ours has one.
  std::vector<uint64_t> ends;
  uint64_t count = 0;
  uint64_t fiber = 0;
  bool empty = true;
  for (const std::string& word : crds) {
    if (is_point(word)) {
      ++count;
      empty = false;
    } else if (is_stop(word)) {
      fiber += empty ? 0 : 1;
      t.made.difference = empty ? "empty fibers are stored" : t.made.difference;
      ends.push_back(seg.at(fiber));
      empty = true;
    }
  }
  StreamCase::Stored& expected = t.made.test.stored["X"];
  expected.first_level = depth - 1;
  expected.levels.emplace_back(
      std::vector(stored.begin(), stored.begin() + static_cast<std::ptrdiff_t>(count)), ends);
  expected.values.assign(count, 1);
  return t.made;
}

SamVector write_values(const json& vector) {
  Translator t(vector, "writer");
  const Words values = words(t.in("set_input"));
  Words inner = values;
  unsigned count = 0;
  for (std::string& word : inner) {
    word = is_point(word) ? std::to_string(count++) : word;
  }
  const size_t depth = add_writers_above(t, inner);
  t.made.test.extra += fmt::format(
      "inner: {{type: test_source, kind: crd, depth: {0}, tokens: {1}}}\n"
      "w: {{type: writer, tensor: X, level: {2}, in: {{{3}crd: inner.out}}}}\n",
      depth, to_text(inner), depth - 1, depth == 1 ? "" : fmt::format("ref: w{}.ref, ", depth - 2));
  t.made.test.parameters = "tensor: X, level: values";
  t.take("val", values, "set_input");
  t.made.test.in["ref"].from = "w.ref";
  auto stored = vector.at("final").at("get_arr").get<std::vector<double>>();
  stored.resize(count);
  t.made.test.stored["X"].values = stored;
  return t.made;
}

/// Two scanners and an intersecter.
SamVector scan_and_intersect(const json& vector) {
  Translator t(vector, "intersect");
  if (t.parameter("skip", false)) {
    t.made.not_run = "coordinate skipping is not built yet";
    return t.made;
  }
  for (const std::string s : {"0", "1"}) {
    std::vector<std::vector<double>> entries;
    for (const json& c : vector.at("in").at(s == "0" ? "crd1" : "crd2")) {
      entries.push_back({c.get<double>(), 1});
    }
    const std::string name = "T" + s;
    const auto extent = static_cast<uint64_t>(entries.back()[0]) + 1;
    t.made.test.formats[name] = "s";
    t.made.test.tensors[name] = std::make_shared<const Tensor>(tensor_of("s", {extent}, entries));
    t.made.test.extra += fmt::format("s{0}: {{type: scanner, tensor: {1}, level: 0}}\n", s, name);
    t.made.test.in["crd" + s].from = fmt::format("s{}.crd", s);
    t.made.test.in[fmt::format("in{}_0", s)].from = fmt::format("s{}.ref", s);
  }
  t.put("crd", words(t.out("crd")), "");
  // SAM's last update puts D; our run ends a cycle later, when the sink has it.
  t.made.test.cycles = vector.at("updates").get<Cycle>() + 1;
  return t.made;
}

using Translate = SamVector (*)(const json&);

const std::map<std::string, Translate>& table() {
  static const std::map<std::string, Translate> translations = {
      {"Add2", add},
      {"Multiply2", multiply},
      {"Array", load_or_store},
      {"CompressedCrdRdScan", scan},
      {"UncompressCrdRdScan", scan_dense},
      {"Intersect2", intersect},
      {"Union2", unite},
      {"Reduce", reduce},
      {"RepeatSigGen", repeat_signal},
      {"Repeat", repeat},
      {"CrdDrop", drop},
      {"CrdHold", hold},
      {"StknDrop", drop_stops},
      {"SparseAccumulator1", accumulate1},
      {"SparseAccumulator2", accumulate2},
      {"SparseCrdPtAccumulator1", accumulate_points1},
      {"SparseCrdPtAccumulator2", accumulate_points2},
      {"CompressWrScan", write_level},
      {"ValsWrScan", write_values},
      {"scan+scan+Intersect2 (coupled)", scan_and_intersect}};
  return translations;
}

/// Primitives of SAM's that no block of ours stands for.
const std::map<std::string, std::string>& not_run() {
  static const std::map<std::string, std::string> reasons = {
      {"BV", "bit-vector streams are not built yet"},
      {"BVDrop", "bit-vector streams are not built yet"},
      {"BVDropOnly", "bit-vector streams are not built yet"},
      {"BVRdScan", "bit-vector streams are not built yet"},
      {"ChunkBV", "bit-vector streams are not built yet"},
      {"IntersectBV2", "bit-vector streams are not built yet"},
      {"Split", "split variables are packed as levels, no block splits a stream"},
      {"Flatten", "split variables are packed as levels, no block flattens a stream"},
      {"CrdPtConverter", "inside of SAM's accumulators only; ours take streams"},
      {"EmptyFiberStknDrop", "droppers merge the stops of what they drop themselves"},
      {"memory_block", "memories are not built yet"}};
  return reasons;
}

}  // namespace

SamVector translate_sam_vector(const json& vector) {
  const auto primitive = vector.at("primitive").get<std::string>();
  if (const auto reason = not_run().find(primitive); reason != not_run().end()) {
    SamVector made;
    made.not_run = reason->second;
    return made;
  }
  return table().at(primitive)(vector);
}

}  // namespace fiberloom::testing
