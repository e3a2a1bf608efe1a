#include "reference/point_table.h"

#include <algorithm>
#include <limits>

#include "reference/limits.h"

namespace fiberloom {
namespace {

constexpr size_t kFirstSlots = 16;  // a power of two, as all sizes are
constexpr size_t kMostPoints = std::numeric_limits<uint32_t>::max() / 2;

/// Mixes every coordinate with the finaliser of SplitMix64.
uint32_t hash_of(std::span<const uint64_t> point) {
  uint64_t hash = 0;
  for (const uint64_t coordinate : point) {
    hash = (hash ^ coordinate) + 0x9e3779b97f4a7c15;
    hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111eb;
    hash ^= hash >> 31U;
  }
  return static_cast<uint32_t>(hash);
}

constexpr uint64_t slot_with(uint32_t tag, size_t id) {
  return static_cast<uint64_t>(tag) << 32U | static_cast<uint32_t>(id + 1);
}
constexpr uint32_t tag_of(uint64_t slot) { return static_cast<uint32_t>(slot >> 32U); }
constexpr size_t id_of(uint64_t slot) { return static_cast<uint32_t>(slot) - 1; }

}  // namespace

PointTable::PointTable(std::vector<uint64_t> extents) : extents_(std::move(extents)) {
  for (const uint64_t extent : extents_) {
    cells_ *= static_cast<double>(extent);
  }
}

std::optional<size_t> PointTable::place_of(std::span<const uint64_t> point) const {
  size_t place = 0;
  for (size_t mode = 0; mode < point.size(); ++mode) {
    if (point[mode] >= extents_[mode]) {
      return std::nullopt;
    }
    place = place * extents_[mode] + point[mode];
  }
  return place;
}

size_t PointTable::slot_of(std::span<const uint64_t> point, uint32_t tag) const {
  const size_t mask = slots_.size() - 1;
  size_t slot = tag & mask;
  while (slots_[slot] != 0 && !(tag_of(slots_[slot]) == tag &&
                                std::ranges::equal((*this)[id_of(slots_[slot])], point))) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

std::optional<size_t> PointTable::find(std::span<const uint64_t> point) const {
  if (!direct_.empty()) {
    const auto place = place_of(point);
    const uint32_t found = place ? direct_[*place] : 0;
    return found == 0 ? std::nullopt : std::optional<size_t>(found - 1);
  }
  if (size_ == 0) {
    return std::nullopt;
  }
  const uint64_t found = slots_[slot_of(point, hash_of(point))];
  return found == 0 ? std::nullopt : std::optional(id_of(found));
}

std::pair<size_t, bool> PointTable::insert(std::span<const uint64_t> point) {
  if (direct_.empty() && 3 * (size_ + 1) > 2 * slots_.size()) {
    grow();
  }
  if (!direct_.empty()) {
    uint32_t& found = direct_[*place_of(point)];
    const bool is_new = found == 0;
    found = is_new ? static_cast<uint32_t>(append(point) + 1) : found;
    return {found - 1, is_new};
  }
  const uint32_t tag = hash_of(point);
  uint64_t& slot = slots_[slot_of(point, tag)];
  const bool is_new = slot == 0;
  slot = is_new ? slot_with(tag, append(point)) : slot;
  return {id_of(slot), is_new};
}

size_t PointTable::append(std::span<const uint64_t> point) {
  coordinates_.insert(coordinates_.end(), point.begin(), point.end());
  return size_++;
}

void PointTable::grow() {
  if (size_ >= kMostPoints) {
    throw NotPossible("the reference evaluator holds at most 2^31 points of a tensor");
  }
  std::vector<uint64_t> slots(std::max(kFirstSlots, 2 * slots_.size()));
  if (cells_ * sizeof(direct_[0]) <= static_cast<double>(slots.size() * sizeof(slots[0]))) {
    direct_.assign(static_cast<size_t>(cells_), 0);
    for (size_t id = 0; id < size_; ++id) {
      direct_[*place_of((*this)[id])] = static_cast<uint32_t>(id + 1);
    }
    slots_ = {};
    return;
  }
  const size_t mask = slots.size() - 1;
  for (const uint64_t old : slots_) {
    size_t slot = tag_of(old) & mask;
    while (old != 0 && slots[slot] != 0) {
      slot = (slot + 1) & mask;
    }
    slots[slot] = old != 0 ? old : slots[slot];
  }
  slots_ = std::move(slots);
}

}  // namespace fiberloom
