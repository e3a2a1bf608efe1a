#include <algorithm>

#include <fmt/format.h>

#include "sim/graph_generator.h"
#include "support/fiber_tree.h"

namespace fiberloom::testing {
namespace {

const std::vector<std::string>& formats() {
  static const std::vector<std::string> all = {"",    "s",   "d",   "b",   "u",      "ss",    "ds",
                                               "sd",  "dd",  "uq",  "bs",  "sb",     "sss",   "sds",
                                               "ucq", "suq", "dss", "ssd", "ss:1,0", "ds:1,0"};
  return all;
}

}  // namespace

void GraphGenerator::make_tensors() {
  const size_t count = random_.between(2, 4);
  for (size_t t = 0; t < count; ++t) {
    const TensorFormat format = parse_tensor_format(random_.pick(formats()));
    CoordinateList list;
    uint64_t cells = 1;
    for (size_t m = 0; m < format.levels(); ++m) {
      list.shape.push_back(random_.between(1, 5));
      cells *= list.shape.back();
    }
    list.columns.resize(list.shape.size());
    const uint64_t entries = format.levels() == 0 ? 1
                             : random_.chance(15) ? 0
                                                  : random_.between(1, cells);
    std::vector<double> values;
    for (uint64_t e = 0; e < entries; ++e) {
      for (size_t m = 0; m < list.shape.size(); ++m) {
        list.columns[m].push_back(random_.below(list.shape[m]));
      }
      values.push_back(static_cast<double>(random_.between(0, 9)) - 2);
    }
    list.values = Values(std::move(values));
    const std::string name = fmt::format("T{}", t);
    sketch_.bench().graph.tensors[name] = {.name = name, .format = format};
    sketch_.bench().tensors[name] = std::make_shared<const Tensor>(pack(std::move(list), format));
    tensors_.push_back(name);
  }
}

void GraphGenerator::start_at_root() {
  Context root;
  for (const std::string& tensor : tensors_) {
    root.payloads[0].push_back({.block = "", .port = "", .tensor = tensor, .level = -1});
  }
  contexts_.push_back(root);
}

std::string GraphGenerator::random_value() {
  return random_.chance(15) ? "N" : fmt::format("{}", random_.between(0, 12) * 0.5 - 1);
}

Wire GraphGenerator::make_source(StreamKind kind, const std::string& depth,
                                 const std::string& tokens) {
  const std::string name(name_of(kind));
  Sketch::Values values = {{"kind", name}, {"depth", depth}, {"tokens", tokens}};
  const bool product = random_.chance(60);
  if (!product) {
    std::vector<uint64_t> sent;
    uint64_t cycle = random_.below(10);
    for (size_t k = 0; k < 40; ++k) {
      sent.push_back(cycle += random_.chance(80) ? 1 : random_.below(12));
    }
    values.emplace_back("sent", sent);
  }
  return sketch_.out(sketch_.add(product ? "source" : "test_source", values, {}), "out", kind);
}

bool GraphGenerator::start_at_sources() {
  const size_t loops = random_.between(1, timing_style_ ? 2 : 3);
  const uint64_t longest = timing_style_ ? random_.between(2, 12) : random_.between(1, 4);
  const FiberTree tree = random_tree(random_, loops, longest, longest + 3);
  Context context;
  context.points = tree.points(loops - 1);
  for (size_t loop = 0; loop < loops; ++loop) {
    const std::string depth = std::to_string(loop + 1);
    context.crds.push_back(make_source(StreamKind::crd, depth, coordinate_stream(tree, loop)));
    std::vector<Wire> payloads;
    const size_t count = random_.below(loop + 1 == loops ? 4 : 2);
    for (size_t p = 0; p < count; ++p) {
      if (random_.chance(60)) {
        payloads.push_back(
            make_source(StreamKind::val, depth,
                        stream_text(tree, loop, [this](uint64_t) { return random_value(); })));
        continue;
      }
      const std::string& name = random_.pick(tensors_);
      const Tensor& tensor = sketch_.tensor(name);
      if (tensor.format().letters.find_first_of("uqc") != std::string::npos) {
        continue;  // its references are ranges, which a source cannot make up
      }
      const int level = static_cast<int>(random_.below(tensor.format().levels() + 1)) - 1;
      const uint64_t end = level < 0 ? 1 : tensor.level(static_cast<size_t>(level)).positions();
      Wire ref = make_source(StreamKind::ref, depth, stream_text(tree, loop, [&](uint64_t) {
                               return end == 0 || random_.chance(15)
                                          ? std::string("N")
                                          : std::to_string(random_.below(end));
                             }));
      ref.tensor = name;
      ref.level = level;
      payloads.push_back(ref);
    }
    context.payloads.push_back(payloads);
  }
  contexts_.push_back(context);
  return true;
}

bool GraphGenerator::start_at_points() {
  const uint64_t length = random_.between(1, 60);
  std::vector<Wire> group;
  for (uint64_t p = random_.between(1, 3); p > 0; --p) {
    const bool values = random_.chance(70);
    std::string text;
    for (uint64_t k = 0; k < length; ++k) {
      text += values ? random_value() : std::to_string(random_.below(9));
      text += ' ';
    }
    group.push_back(make_source(values ? StreamKind::val : StreamKind::crd, "points", text + 'D'));
  }
  points_.push_back(group);
  return true;
}

}  // namespace fiberloom::testing
