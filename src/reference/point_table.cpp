#include "reference/point_table.h"

#include <algorithm>
#include <limits>

#include "reference/limits.h"

namespace fiberloom {
namespace {

constexpr size_t kFirstSlots = 16;  // a power of two, as all sizes are

/// Mixes every coordinate with the finaliser of SplitMix64.
uint64_t hash_of(std::span<const uint64_t> point) {
  uint64_t hash = 0;
  for (const uint64_t coordinate : point) {
    hash = (hash ^ coordinate) + 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111eb;
    hash ^= hash >> 31U;
  }
  return hash;
}

}  // namespace

size_t PointTable::slot_of(std::span<const uint64_t> point) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = hash_of(point) & mask;
  while (slots_[slot] != 0 && !std::ranges::equal((*this)[slots_[slot] - 1], point)) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::optional<size_t> PointTable::find(std::span<const uint64_t> point) const {
  if (size_ == 0) {
    return std::nullopt;
  }
  const uint32_t found = slots_[slot_of(point)];
  return found == 0 ? std::nullopt : std::optional<size_t>(found - 1);
}

std::pair<size_t, bool> PointTable::insert(std::span<const uint64_t> point) {
  if (3 * (size_ + 1) > 2 * slots_.size()) {
    grow();
  }
  uint32_t& slot = slots_[slot_of(point)];
  if (slot != 0) {
    return {slot - 1, false};
  }
  coordinates_.insert(coordinates_.end(), point.begin(), point.end());
  slot = static_cast<uint32_t>(++size_);
  return {size_ - 1, true};
}

void PointTable::grow() {
  if (size_ >= std::numeric_limits<uint32_t>::max() / 2) {
    throw NotPossible("the reference evaluator holds at most 2^31 points of a tensor");
  }
  slots_.assign(std::max(kFirstSlots, 2 * slots_.size()), 0);
  for (size_t id = 0; id < size_; ++id) {
    slots_[slot_of((*this)[id])] = static_cast<uint32_t>(id + 1);
  }
}

}  // namespace fiberloom
