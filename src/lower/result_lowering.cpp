#include "lower/result_lowering.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "tensor/level_format.h"

namespace fiberloom {
namespace {

class ResultWriter {
 public:
  ResultWriter(GraphBuilder& builder, const Plan& plan, NestStreams streams)
      : builder_(builder),
        name_(plan.statement.result.tensor),
        format_(plan.result),
        need_(plan.root.kept),
        streams_(std::move(streams)) {
    for (const size_t mode : format_.order) {
      want_.push_back(plan.statement.result.indices[mode]);
    }
  }

  void write() {
    sort_streams(builder_, "sort_" + name_, need_, want_, streams_);
    for (const std::string& variable : want_) {
      crds_.push_back(streams_.crds.at(variable));
    }
    drop();
    const std::string tensor = name_;
    Stream ref;
    for (size_t k = 0; k < crds_.size(); ++k) {
      const std::string block = builder_.add("writer", fmt::format("{}_{}", name_, want_[k]),
                                             {{"ref", ref}, {"crd", crds_[k]}},
                                             {{"tensor", tensor}, {"level", uint64_t{k}}});
      ref = {.block = block, .port = "ref"};
    }
    builder_.add("writer", name_ + "_values", {{"ref", ref}, {"val", streams_.value}},
                 {{"tensor", tensor}, {"level", kValuesLevel}});
  }

 private:
  bool sparse(size_t level) const { return !LevelFormats::find(format_.letters[level])->full; }

  void drop() {
    const size_t levels = crds_.size();
    if (levels > 0 && sparse(levels - 1) && streams_.value.loose) {
      const std::string block = builder_.add("value_dropper", fmt::format("drop_{}_values", name_),
                                             {{"crd", crds_.back()}, {"val", streams_.value}});
      crds_.back() = {.block = block, .port = "crd", .thin = true};
      streams_.value = {.block = block, .port = "val", .is_value = true};
    }
    for (size_t k = levels; k-- > 1;) {
      if (sparse(k - 1) && crds_[k].thin) {
        drop_empty_fibers(k - 1);
      }
    }
  }

  /// Drops the coordinates of a level whose fiber below is empty, and that fiber's stop from all
  /// that lies deeper.
  void drop_empty_fibers(size_t level) {
    GraphBuilder::Inputs inputs{{"outer", crds_[level]}};
    std::vector<Stream*> passengers;
    for (size_t k = level + 1; k < crds_.size(); ++k) {
      passengers.push_back(&crds_[k]);
    }
    passengers.push_back(&streams_.value);
    for (size_t k = 0; k < passengers.size(); ++k) {
      inputs.emplace_back(fmt::format("in{}", k), *passengers[k]);
    }
    const std::string block =
        builder_.add("dropper", fmt::format("drop_{}_{}", name_, want_[level]), inputs);
    crds_[level] = {.block = block, .port = "outer", .thin = true};
    for (size_t k = 0; k < passengers.size(); ++k) {
      passengers[k]->block = block;
      passengers[k]->port = fmt::format("out{}", k);
    }
  }

  GraphBuilder& builder_;
  std::string name_;
  TensorFormat format_;
  IndexVariables need_;
  IndexVariables want_;
  NestStreams streams_;
  std::vector<Stream> crds_;
};

}  // namespace

void sort_streams(GraphBuilder& builder, const std::string& name, const IndexVariables& have,
                  const IndexVariables& want, NestStreams& streams) {
  const auto first = std::ranges::mismatch(want, have).in1 - want.begin();
  if (first == std::ssize(want)) {
    return;
  }
  GraphBuilder::Inputs inputs;
  std::vector<uint64_t> permutation;
  bool thin = streams.value.loose;
  const IndexVariables unsorted(have.begin() + first, have.end());
  for (size_t k = 0; k < unsorted.size(); ++k) {
    const Stream& crd = streams.crds.at(unsorted[k]);
    inputs.emplace_back(fmt::format("crd{}", k), crd);
    thin = thin || crd.thin;
    permutation.push_back(position_in(unsorted, want[static_cast<size_t>(first) + k]));
  }
  inputs.emplace_back("val", streams.value);
  const std::string block = builder.add("sorter", name, inputs, {{"perm", permutation}});
  for (size_t k = 0; k < unsorted.size(); ++k) {
    streams.crds[want[static_cast<size_t>(first) + k]] = {
        .block = block, .port = fmt::format("crd{}", k), .thin = thin && k == 0};
  }
  streams.value = {.block = block, .port = "val", .is_value = true};
}

void write_result(GraphBuilder& builder, const Plan& plan, NestStreams streams) {
  ResultWriter(builder, plan, std::move(streams)).write();
}

}  // namespace fiberloom
