#include "reference/relation.h"

namespace fiberloom {

GroupIndex group_by(const PointTable& points, uint64_t modes, Budget& budget) {
  std::vector<uint64_t> extents;
  for (uint64_t left = modes; left != 0; left &= left - 1) {
    extents.push_back(points.extents()[static_cast<size_t>(std::countr_zero(left))]);
  }
  GroupIndex index{
      .keys = PointTable(extents), .starts = {0}, .entries = std::vector<uint32_t>(points.size())};
  budget.hold(2 * sizeof(uint32_t) * points.size());
  std::vector<uint32_t> group_of(points.size());
  std::vector<uint64_t> key;
  for (size_t id = 0; id < points.size(); ++id) {
    key.clear();
    for (uint64_t left = modes; left != 0; left &= left - 1) {
      key.push_back(points[id][static_cast<size_t>(std::countr_zero(left))]);
    }
    const auto [group, is_new] = index.keys.insert(key);
    if (is_new) {
      budget.hold(index.keys.bytes_per_point() + sizeof(uint32_t));
      index.starts.push_back(0);
    }
    group_of[id] = static_cast<uint32_t>(group);
    ++index.starts[group + 1];
  }
  for (size_t group = 1; group < index.starts.size(); ++group) {
    index.starts[group] += index.starts[group - 1];
  }
  std::vector<uint32_t> next(index.starts.begin(), index.starts.end());
  for (size_t id = 0; id < points.size(); ++id) {
    index.entries[next[group_of[id]]++] = static_cast<uint32_t>(id);
  }
  return index;
}

}  // namespace fiberloom
