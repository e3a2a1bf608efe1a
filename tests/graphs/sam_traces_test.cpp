#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "graphs/applications.h"
#include "graphs/sam_reference.h"

// SAM's simulator was recorded token by token on tiny tensors. The blocks of its applications have
// counterparts in ours, which must put the same tokens in the same cycles.

namespace fiberloom::testing {
namespace {

using nlohmann::json;

/// A token as SAM writes it: an absent value is 0, and a repeat signal's stop has no level.
struct TracedToken {
  Cycle at;
  std::string token;
  bool operator==(const TracedToken&) const = default;
};
using Stream = std::vector<TracedToken>;

std::string to_text(const Stream& stream, size_t around) {
  std::string text;
  const size_t first = around < 3 ? 0 : around - 3;
  for (size_t k = first; k < std::min(stream.size(), around + 4); ++k) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", stream[k].at, stream[k].token);
  }
  return text;
}

/// Notes what a port puts.
class StreamRecorder final : public ChannelObserver {
 public:
  explicit StreamRecorder(StreamKind kind) : kind_(kind) {}
  void pushed(Token token, Cycle at) override { stream_.push_back({at, text(token)}); }
  void popped(Token, Cycle) override {}
  const Stream& stream() const { return stream_; }

 private:
  std::string text(Token token) const {
    if (token.is_done()) {
      return "D";
    }
    if (kind_ == StreamKind::repsig) {
      return token.is_stop() ? "S" : "R";
    }
    if (token.is_stop()) {
      return fmt::format("S{}", token.level());
    }
    if (kind_ == StreamKind::val) {
      return fmt::format("{}", token.is_empty() ? 0.0 : token.value<double>());
    }
    return token.is_empty() ? "N" : std::to_string(token.payload);
  }

  StreamKind kind_;
  Stream stream_;
};

/// Everything that our graph's ports put, by `block.port`.
std::map<std::string, Stream> our_streams(const GraphRun& run, const MachineConfig& config) {
  const Simulation simulation(load_graph(run.graph), run.workload, "");
  const Graph& graph = simulation.graph();
  std::map<std::string, std::unique_ptr<StreamRecorder>> recorders;
  RunOptions options;
  options.observe = [&](const std::string& channel) -> ChannelObserver* {
    const std::string port = channel.substr(0, channel.find("->"));
    const std::string block = port.substr(0, port.find('.'));
    const bool graph_port = std::ranges::any_of(
        graph.blocks, [&](const BlockNode& node) { return node.name == block; });
    if (!graph_port || recorders.contains(port)) {
      return nullptr;
    }
    const std::string name = port.substr(port.find('.') + 1);
    const StreamKind kind = name == "repsig" ? StreamKind::repsig
                            : name == "val"  ? StreamKind::val
                                             : StreamKind::crd;
    return (recorders[port] = std::make_unique<StreamRecorder>(kind)).get();
  };
  simulation.run(config, options, false);
  std::map<std::string, Stream> streams;
  for (const auto& [port, recorder] : recorders) {
    streams[port] = recorder->stream();
  }
  return streams;
}

Stream recorded_stream(const json& tokens, bool values) {
  Stream stream;
  for (const json& token : tokens) {
    const json& what = token[1];
    stream.push_back({token[0], what.is_string() ? what.get<std::string>()
                                : values         ? fmt::format("{}", what.get<double>())
                                                 : std::to_string(what.get<uint64_t>())});
  }
  return stream;
}

/// Streams in which SAM's simulator puts tokens that should not be there, by application: a
/// coordinate N for an absent fiber, which goes on as a 0 that is stored; a sum for a fiber that
/// never began.
const std::map<std::string, std::set<std::string>> kFaults = {
    {"mat_residual", {"Cj.crd", "Cj.ref", "C_values.val", "d_values.val", "mul.val"}},
    {"tensor3_elemadd",
     {"Bk.crd", "Bk.ref", "Ck.crd", "Ck.ref", "k.crd", "B_values.val", "C_values.val", "add.val"}},
    {"tensor3_innerprod", {"sum_k.val", "sum_j.val"}},
    {"tensor3_mttkrp", {"sum_l.val", "sum_k.val"}}};

bool is_faulty(const std::string& application, const std::string& port) {
  const auto faults = kFaults.find(application);
  return faults != kFaults.end() && faults->second.contains(port);
}

/// Our names of operators of which an application has several, and of what we name otherwise.
const std::map<std::string, std::map<std::string, std::string>> kNames = {
    {"mat_elemadd3",
     {{"unioni1_12", "BCi"},
      {"unioni2_12", "i"},
      {"unionj1_8", "BCj"},
      {"unionj2_8", "j"},
      {"add_4", "add_C"},
      {"add_3", "add_D"}}},
    {"mat_mattransmul",
     {{"mul_5", "mul_C"}, {"mul_4", "mul_d"}, {"mul_9", "mul_f"}, {"reduce_2", "sum_j"}}},
    {"mat_residual", {{"add_3", "sub"}, {"reduce_2", "sum_j"}}},
    {"mat_sddmm_coiter_fused", {{"mul_5", "mul_C"}, {"mul_4", "mul_D"}, {"reduce_3", "sum_k"}}},
    {"mat_vecmul_ij", {{"reduce_2", "sum_j"}}},
    {"matmul_ijk", {{"reduce_3", "sum_k"}}},
    {"matmul_jik", {{"reduce_3", "sum_k"}}},
    {"tensor3_innerprod", {{"reduce_3", "sum_k"}, {"reduce_2", "sum_j"}, {"reduce_1", "sum_i"}}},
    {"tensor3_mttkrp",
     {{"mul_6", "mul_C"}, {"mul_5", "mul_D"}, {"reduce_4", "sum_l"}, {"reduce_3", "sum_k"}}},
    {"tensor3_ttm", {{"reduce_4", "sum_l"}}},
    {"tensor3_ttv", {{"reduce_3", "sum_k"}}},
};

/// Our ports for those of its accumulators, by graph and port. Its values come without stops, and
/// mat_vecmul's coordinates with one level more.
const std::map<std::string, std::string> kSums = {
    {"matmul_ikj.out_crd_inner", "crd0"}, {"matmul_jki.out_crd_inner", "crd0"},
    {"matmul_kij.out_crd_outer", "crd0"}, {"matmul_kij.out_crd_inner", "crd1"},
    {"matmul_kji.out_crd_outer", "crd0"}, {"matmul_kji.out_crd_inner", "crd1"}};

/// Our port for one of SAM's; empty where there is none: what leads into its accumulators,
/// droppers, and a joiner's references, which come with its coordinates.
std::string our_port(const std::string& graph, const std::string& block, const std::string& port) {
  static const std::vector<std::pair<std::regex, std::string>> kRules = {
      {std::regex("fiberlookup_(.+)_\\d+"), "$1"},
      {std::regex("repsiggen_(.+)_\\d+"), "each_$1"},
      {std::regex("repeat_(.)(.)_\\d+"), "$1_at_$2"},
      {std::regex("(?:intersect|union)(.)_\\d+"), "$1"},
      {std::regex("arrayvals_(.)_\\d+"), "$1_values"},
      {std::regex("(mul|add)_\\d+"), "$1"}};
  static const std::map<std::string, std::string> kPorts = {
      {"out_crd", "crd"}, {"out_ref", "ref"}, {"out_repsig", "repsig"}, {"out_val", "val"}};
  if (const auto sums = kSums.find(graph + '.' + port);
      sums != kSums.end() && std::regex_match(block, std::regex("spaccumulator\\d_\\d"))) {
    return "sum_k." + sums->second;
  }
  if (!kPorts.contains(port)) {
    return "";
  }
  std::string ours = kPorts.at(port);
  if (block.starts_with("repeat_")) {
    ours = "out";
  }
  if (const auto names = kNames.find(graph);
      names != kNames.end() && names->second.contains(block)) {
    return names->second.at(block) + '.' + ours;
  }
  for (const auto& [pattern, name] : kRules) {
    if (std::regex_match(block, pattern)) {
      return std::regex_replace(block, pattern, name) + '.' + ours;
    }
  }
  return "";
}

void compare_streams(const std::string& port, const Stream& ours, const Stream& sam, bool faulty) {
  const auto parts = static_cast<size_t>(std::ranges::mismatch(ours, sam).in1 - ours.begin());
  INFO(port << " parts at\nours " << to_text(ours, parts) << "\nSAM  " << to_text(sam, parts));
  CHECK((ours == sam) == !faulty);
}

}  // namespace

TEST_CASE("every token comes in SAM's cycle", "[graphs]") {
  if (!has_sam_reference()) {
    return;
  }
  const MachineConfig config = load_config("sam");
  const json recording = sam_json("traces_small.json");
  size_t compared = 0;
  for (const json& trace : recording["traces"]) {
    const std::string name = trace["app"];
    if (name.find("locate") != std::string::npos || name.find("unfused") != std::string::npos) {
      continue;  // no graph yet; two graphs whose recordings are mixed
    }
    const GraphRun run = runs_of(name, trace["inputs"]).front();
    const auto ours = our_streams(run, config);
    for (const auto& [block, recorded] : trace["blocks"].items()) {
      for (const auto& [port, tokens] : recorded["out"].items()) {
        const std::string counterpart = our_port(run.graph, block, port);
        const auto found = ours.find(counterpart);
        if (found != ours.end()) {
          CAPTURE(name);
          compare_streams(counterpart, found->second,
                          recorded_stream(tokens, counterpart.ends_with(".val")),
                          is_faulty(name, counterpart));
          ++compared;
        }
      }
    }
  }
  CHECK(compared == 366);
}

}  // namespace fiberloom::testing
