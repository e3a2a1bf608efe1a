#include "support/testbench.h"

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "samgraph/graph_yaml.h"
#include "sim/token_text.h"

namespace fiberloom::testing {
namespace {

class TraceObserver final : public ChannelObserver {
 public:
  explicit TraceObserver(ChannelTrace& trace) : trace_(trace) {}
  void pushed(Token token, Cycle at) override { trace_.pushes.push_back({token.bare(), at}); }
  void popped(Token token, Cycle at) override { trace_.pops.push_back({token.bare(), at}); }

 private:
  ChannelTrace& trace_;
};

using Stores = std::map<std::string, std::shared_ptr<ResultStore>>;

Stores make_stores(const Testbench& bench) {
  Stores stores;
  for (const BlockNode& block : bench.graph.blocks) {
    if (!block.spec->ends_run || !block.parameters.has("tensor")) {
      continue;
    }
    const std::string& name = block.parameters.name("tensor");
    const TensorFormat& format = bench.graph.tensors.at(name).format;
    const auto given = bench.result_shapes.find(name);
    stores.try_emplace(name, std::make_shared<ResultStore>(
                                 name, format,
                                 given == bench.result_shapes.end()
                                     ? std::vector<std::optional<uint64_t>>(format.levels())
                                     : given->second,
                                 bench.component));
  }
  return stores;
}

}  // namespace

Outcome Testbench::run(RunOptions options, bool traced) const {
  Outcome outcome;
  std::vector<std::unique_ptr<TraceObserver>> observers;
  if (traced) {
    options.observe = [&](const std::string& channel) -> ChannelObserver* {
      observers.push_back(std::make_unique<TraceObserver>(outcome.trace[channel]));
      return observers.back().get();
    };
  }
  outcome.stores = make_stores(*this);
  Operands operands{.tensors = {}, .results = {}, .component = component};
  for (const auto& [name, tensor] : tensors) {
    operands.tensors[name] = tensor.get();
  }
  for (const auto& [name, store] : outcome.stores) {
    operands.results[name] = store.get();
  }
  const Wiring wiring = check(graph);
  sink_records().clear();
  try {
    Machine machine(wiring, config, operands, options);
    outcome.statistics = machine.run();
    outcome.sinks = sink_records();
    if (outcome.statistics.status == RunStatus::finished) {
      for (const auto& [name, store] : outcome.stores) {
        outcome.results.emplace(name, store->points(false));
      }
    }
  } catch (const Error& error) {
    outcome.error = error.message();
  }
  return outcome;
}

Testbench testbench_from_yaml(const std::string& text, const std::string& file) {
  Testbench bench;
  bench.graph = read_graph(YamlNode::parse(text, file));
  return bench;
}

Tensor tensor_of(const std::string& format, std::vector<uint64_t> shape,
                 const std::vector<std::vector<double>>& entries, ComponentType type) {
  CoordinateList list{.shape = std::move(shape)};
  list.columns.resize(list.shape.size());
  std::vector<double> values;
  for (const std::vector<double>& entry : entries) {
    for (size_t m = 0; m < list.columns.size(); ++m) {
      list.columns[m].push_back(static_cast<uint64_t>(entry.at(m)));
    }
    values.push_back(entry.at(list.columns.size()));
  }
  list.values = convert(Values(std::move(values)), type);
  return pack(std::move(list), parse_tensor_format(format));
}

std::string to_text(const Events& events, StreamKind kind, bool cycles, ComponentType component) {
  std::string text;
  for (const Event& event : events) {
    text += text.empty() ? "" : " ";
    text += fiberloom::to_text(event.token, kind, component);
    text += cycles ? fmt::format("@{}", event.at) : "";
  }
  return text;
}

const std::vector<Setting>& all_settings() {
  static const std::vector<Setting> settings = [] {
    std::vector<Setting> all;
    for (const bool traced : {true, false}) {
      for (const uint64_t cap : {1, 7, 1024}) {
        RunOptions options;
        options.host_cap = cap;
        all.push_back(
            {fmt::format("runahead, cap {}{}", cap, traced ? ", traced" : ""), options, traced});
      }
      RunOptions options;
      options.clocked = true;
      all.push_back({traced ? "clocked, traced" : "clocked", options, traced});
    }
    return all;
  }();
  return settings;
}

}  // namespace fiberloom::testing
