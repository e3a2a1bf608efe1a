#include "samgraph/import/sam_dot_joiners.h"

#include <algorithm>

#include <fmt/format.h>

namespace fiberloom {

void SamJoinerSides::add_coordinates(const std::string& tensor, size_t producer) {
  const bool known = std::ranges::any_of(
      sides_, [&](const Side& side) { return side.tensor == tensor && side.producer == producer; });
  if (!known) {
    sides_.push_back({tensor, producer});
  }
}

void SamJoinerSides::add_consumer(const std::string& tensor, size_t consumer) {
  auto& consumers = consumers_[tensor];
  if (std::ranges::find(consumers, consumer) == consumers.end()) {
    consumers.push_back(consumer);
  }
}

std::vector<size_t> SamJoinerSides::of(const std::string& tensor, const Location& where) const {
  std::vector<size_t> found;
  for (size_t s = 0; s < sides_.size(); ++s) {
    if (sides_[s].tensor == tensor) {
      found.push_back(s);
    }
  }
  if (found.empty()) {
    throw bad_input(fmt::format("no side of the joiner has coordinates of {}", tensor), where);
  }
  return found;
}

size_t SamJoinerSides::incoming(const std::string& tensor, size_t producer,
                                const Location& where) const {
  const std::vector<size_t> candidates = of(tensor, where);
  for (const size_t s : candidates) {
    if (sides_[s].producer == producer) {
      return s;
    }
  }
  if (candidates.size() > 1) {
    throw bad_input(
        fmt::format("{} has several sides of the joiner, these references come from none of them",
                    tensor),
        where);
  }
  return candidates.front();
}

std::vector<size_t> SamJoinerSides::outgoing(const std::string& tensor, size_t consumer,
                                             const Location& where) const {
  std::vector<size_t> candidates = of(tensor, where);
  const std::vector<size_t>& consumers = consumers_.at(tensor);
  if (candidates.size() == 1 || consumers.size() == 1) {
    return candidates;
  }
  if (candidates.size() != consumers.size()) {
    throw bad_input(fmt::format("{} has {} sides of the joiner and {} takers of their references: "
                                "which is whose cannot be told",
                                tensor, candidates.size(), consumers.size()),
                    where);
  }
  const auto place = std::ranges::find(consumers, consumer) - consumers.begin();
  return {candidates[static_cast<size_t>(place)]};
}

}  // namespace fiberloom
