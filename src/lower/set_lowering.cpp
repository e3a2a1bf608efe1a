#include "lower/set_lowering.h"

#include <algorithm>

#include <fmt/format.h>

namespace fiberloom {

Stream SetLowering::build(const Iteration& set, const std::string& variable,
                          const LoopPath& around) {
  variable_ = variable;
  around_ = around;
  const Side side = side_of(set);
  for (const auto& [leaf, stream] : side.payload) {
    leaves_.at(leaf).stream = stream;
  }
  return side.crd;
}

SetLowering::Side SetLowering::side_of(const Iteration& set) {
  struct Builder {
    SetLowering& self;
    Side operator()(const Scan& s) const { return self.scan(s); }
    Side operator()(const Meet& m) const { return self.meet(m); }
    Side operator()(const Attach& a) const { return self.attach(a); }
    Side operator()(const Universe& u) const { return self.universe(u); }
  };
  return std::visit(Builder{*this}, set->kind);
}

std::string SetLowering::level_name(const LeafState& state) const {
  return fmt::format("{}_{}", state.tensor, variable_);
}

SetLowering::Side SetLowering::scan(const Scan& scan) {
  const ExprNode* node = scan.leaf.get();
  LeafState& leaf = leaves_.at(node);
  const Walk& walk = plan_.walks.at(node);
  if (leaf.crd) {
    const Stream crd = *leaf.crd;
    leaf.crd.reset();
    leaf.level = 1;
    return {.crd = crd, .payload = {{node, leaf.stream}}};
  }
  const std::string block =
      builder_.add("scanner", level_name(leaf), {{"ref", leaf.stream}},
                   {{"tensor", leaf.tensor}, {"level", uint64_t{leaf.level}}});
  const bool sparse = !walk.full(leaf.level);
  const bool may_be_empty =
      leaf.level == 0 || leaf.stored || (!walk.temporary && walk.full(leaf.level - 1));
  const Stream crd{
      .block = block, .port = "crd", .thin = leaf.stream.loose || (sparse && may_be_empty)};
  const Stream ref{.block = block, .port = "ref"};
  ++leaf.level;
  return {.crd = crd, .payload = {{node, locate(node, crd, ref)}}};
}

Stream SetLowering::locate(const ExprNode* node, const Stream& crd, Stream ref) {
  LeafState& leaf = leaves_.at(node);
  const Walk& walk = plan_.walks.at(node);
  while (leaf.level < walk.variables.size() && walk.variables[leaf.level] == variable_) {
    const std::string block =
        builder_.add("locator", level_name(leaf), {{"crd", crd}, {"ref", ref}},
                     {{"tensor", leaf.tensor}, {"level", uint64_t{leaf.level}}});
    ref = {.block = block, .port = "ref", .loose = ref.loose || !walk.full(leaf.level)};
    ++leaf.level;
  }
  return ref;
}

Stream SetLowering::repeat(const ExprNode* node, const Stream& crd) {
  const LeafState& leaf = leaves_.at(node);
  const std::string block =
      builder_.add("repeater", fmt::format("{}_at_{}", leaf.tensor, variable_),
                   {{"in", leaf.stream}, {"repsig", builder_.repeat_signal(crd)}});
  return {
      .block = block, .port = "out", .loose = leaf.stream.loose, .is_value = leaf.stream.is_value};
}

SetLowering::Side SetLowering::meet(const Meet& meet) {
  static constexpr const char* kTypes[] = {"intersect", "union", "left_join"};
  const Side left = side_of(meet.left);
  const Side right = side_of(meet.right);
  GraphBuilder::Inputs inputs;
  for (const auto& [number, side] : {std::pair(0, &left), std::pair(1, &right)}) {
    inputs.emplace_back(fmt::format("crd{}", number), side->crd);
    for (size_t k = 0; k < side->payload.size(); ++k) {
      inputs.emplace_back(fmt::format("in{}_{}", number, k), side->payload[k].second);
    }
  }
  const std::string block =
      builder_.add(kTypes[static_cast<size_t>(meet.meeting)], variable_, inputs);
  const bool thin = meet.meeting == Meeting::both     ? true
                    : meet.meeting == Meeting::either ? left.crd.thin || right.crd.thin
                                                      : left.crd.thin;
  Side joined{.crd = {.block = block, .port = "crd", .thin = thin}};
  for (const auto& [number, side] : {std::pair(0, &left), std::pair(1, &right)}) {
    const bool looked_up = number == 1 && meet.meeting == Meeting::left;
    for (size_t k = 0; k < side->payload.size(); ++k) {
      const auto& [leaf, stream] = side->payload[k];
      joined.payload.emplace_back(leaf, Stream{.block = block,
                                               .port = fmt::format("out{}_{}", number, k),
                                               .loose = stream.loose || looked_up,
                                               .is_value = stream.is_value});
    }
  }
  return joined;
}

SetLowering::Side SetLowering::attach(const Attach& attach) {
  Side side = side_of(attach.driver);
  for (const Expr& leaf : attach.located) {
    const Stream ref = repeat(leaf.get(), side.crd);
    side.payload.emplace_back(leaf.get(), locate(leaf.get(), side.crd, ref));
  }
  for (const Expr& leaf : attach.broadcast) {
    side.payload.emplace_back(leaf.get(), repeat(leaf.get(), side.crd));
  }
  return side;
}

const Split* SetLowering::cut_by(std::string& other) const {
  const DataSplits& data = plan_.schedule.data;
  const Split* split = data.of_part(variable_);
  if (split == nullptr) {
    return nullptr;
  }
  // Of a variable that was split again no part alone says how far the last one goes.
  const auto has_loop = [&](const std::string& variable) {
    return std::ranges::find(around_, variable, &LoopPath::value_type::first) != around_.end();
  };
  other = split->outer == variable_ ? split->inner : split->outer;
  const auto again = std::ranges::find_if(data.splits, [&](const Split& s) {
    return s.variable == other || data.of_part(split->variable) != nullptr;
  });
  if (again != data.splits.end()) {
    throw bad_input(
        fmt::format("{} runs over all coordinates of a part of {}, which is split again", variable_,
                    split->variable),
        {}, "split it once, or make the operands of this loop sparse");
  }
  return has_loop(other) ? split : nullptr;
}

Stream SetLowering::coordinate(const std::string& variable) {
  auto loop = std::ranges::find(around_, variable, &LoopPath::value_type::first);
  Stream at = loop->second;
  for (++loop; loop != around_.end(); ++loop) {
    const std::string block =
        builder_.add("repeater", fmt::format("{}_at_{}", variable, loop->first),
                     {{"in", at}, {"repsig", builder_.repeat_signal(loop->second)}});
    at = {.block = block, .port = "out"};
  }
  return at;
}

SetLowering::Side SetLowering::universe(const Universe& universe) {
  const Stream context = around_.empty() ? Stream{} : around_.back().second;
  const Stream trigger =
      universe.presence == nullptr ? context : leaves_.at(universe.presence.get()).stream;
  GraphBuilder::Inputs inputs{{"trigger", trigger}};
  GraphBuilder::Settings settings{{"size", variable_}};
  std::string other;
  const Split* split = cut_by(other);
  if (split != nullptr) {
    inputs.emplace_back("outer", coordinate(other));
    settings.emplace_back("cut", split->variable);
    settings.emplace_back(variable_ == split->inner ? "outer_step" : "step", split->inner);
  }
  const std::string block = builder_.add("universe", "all_" + variable_, inputs, settings);
  return {.crd = {.block = block, .port = "crd", .thin = split != nullptr}};
}

}  // namespace fiberloom
