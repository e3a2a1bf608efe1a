#include "samgraph/import/levels.h"

#include <algorithm>

#include <fmt/format.h>

#include "samgraph/port_name.h"

namespace fiberloom {
namespace {

struct Level {
  uint64_t mode = 0;
  char letter = 's';
  const PeerBlock* block = nullptr;
};

class Finder {
 public:
  explicit Finder(const PeerGraph& graph) : graph_(graph) {}

  PeerLevels find() {
    for (const size_t b : topological_order(graph_)) {
      const PeerBlock& block = graph_.blocks[b];
      if (block.type == "scanner") {
        note(b, depth_of_refs(block));
      } else if (block.type == "writer" && block.mode) {
        note(b, loops_of(graph_, block.inputs.front().from).size() - 1);
      } else if (block.type == "writer") {
        found_.levels[b] = kValuesLevel;
      }
      pass_refs_on(b);
    }
    for (const auto& [tensor, levels] : levels_) {
      found_.formats[tensor] = format_of(tensor, levels);
    }
    check_declared();
    for (const PeerBlock& block : graph_.blocks) {
      if (!block.tensor.empty()) {
        found_.formats.try_emplace(block.tensor);
      }
    }
    return std::move(found_);
  }

 private:
  /// Levels of the tensor that lie above what the references of `ref` point to.
  uint64_t depth_of_refs(const PeerBlock& scanner) const {
    const PeerInput* ref = scanner.input("ref");
    if (ref == nullptr) {
      return 0;
    }
    const auto found = depths_.find(ref->from);
    return found == depths_.end() ? 0 : found->second;
  }

  void pass_refs_on(size_t b) {
    const PeerBlock& block = graph_.blocks[b];
    if (block.type == "scanner") {
      depths_[{b, "ref"}] = found_.levels.at(b) + 1;
    } else if (const PeerInput* in = block.input("in"); in != nullptr) {
      pass_on(*in, {b, "out"});
    }
    for (const PeerInput& input : block.inputs) {
      if (const auto numbers = match_port("in{s}_{k}", input.port)) {
        pass_on(input, {b, port_name("out{s}_{k}", *numbers)});
      }
    }
  }

  void pass_on(const PeerInput& in, const PeerOutput& out) {
    if (const auto depth = depths_.find(in.from); depth != depths_.end()) {
      depths_[out] = depth->second;
    }
  }

  void note(size_t b, uint64_t level) {
    const PeerBlock& block = graph_.blocks[b];
    found_.levels[b] = level;
    const Level fresh{.mode = *block.mode,
                      .letter = block.dense ? 'd' : (block.singleton ? 'q' : 's'),
                      .block = &block};
    const auto [known, inserted] = levels_[block.tensor].emplace(level, fresh);
    if (!inserted && (known->second.mode != fresh.mode || known->second.letter != fresh.letter)) {
      throw bad_input(
          fmt::format("{} has level {} of {} as {} mode {}, {} as {} mode {}", block.label, level,
                      block.tensor, fresh.letter, fresh.mode, known->second.block->label,
                      known->second.letter, known->second.mode),
          block.where);
    }
  }

  static TensorFormat format_of(const std::string& tensor,
                                const std::map<uint64_t, Level>& levels) {
    TensorFormat format;
    const PeerBlock& last = *levels.rbegin()->second.block;
    for (const auto& [number, level] : levels) {
      if (number != format.letters.size()) {
        throw bad_input(
            fmt::format("nothing walks or writes level {} of {}", format.letters.size(), tensor),
            level.block->where);
      }
      if (level.letter == 'q' && !format.letters.empty() && format.letters.back() == 's') {
        format.letters.back() = 'u';  // positions are shared with the singleton below
      }
      format.letters += level.letter;
      format.order.push_back(level.mode);
    }
    std::vector<size_t> sorted = format.order;
    std::ranges::sort(sorted);
    for (size_t mode = 0; mode < sorted.size(); ++mode) {
      if (sorted[mode] != mode) {
        throw bad_input(fmt::format("the levels of {} do not have the modes 0 to {}", tensor,
                                    sorted.size() - 1),
                        last.where);
      }
    }
    return format;
  }

  /// The declared formats count where the blocks say less.
  void check_declared() {
    for (const PeerTensor& tensor : graph_.tensors) {
      const auto [known, missing] = found_.formats.emplace(tensor.name, tensor.format);
      if (missing || known->second == tensor.format) {
        continue;
      }
      const auto weaken = [](std::string letters) {
        std::ranges::replace(letters, 'u', 's');
        return letters;
      };
      if (known->second.order != tensor.format.order ||
          weaken(known->second.letters) != weaken(tensor.format.letters)) {
        throw bad_input(fmt::format("{} is declared as {}, but the graph has it as {}", tensor.name,
                                    to_string(tensor.format), to_string(known->second)),
                        graph_.tensors_where);
      }
      known->second = tensor.format;
    }
  }

  const PeerGraph& graph_;
  PeerLevels found_;
  std::map<std::string, std::map<uint64_t, Level>> levels_;  ///< by tensor and level
  std::map<PeerOutput, uint64_t> depths_;                    ///< of reference streams
};

}  // namespace

PeerLevels find_levels(const PeerGraph& graph) { return Finder(graph).find(); }

}  // namespace fiberloom
