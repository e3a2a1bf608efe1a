#pragma once

#include <algorithm>
#include <deque>

#include "sim/channel.h"

namespace fiberloom {

/// Measures the most slots of a FIFO in use at once, also of an unbounded one. Pushes and pops come
/// in the host's order, so they are merged by their cycles; one of the two queues is always empty.
class OccupancyMeter final : public ChannelObserver {
 public:
  explicit OccupancyMeter(Cycle return_latency) : return_latency_(return_latency) {}

  void pushed(Token, Cycle at) override {
    pushes_.push_back(at);
    merge();
  }
  void popped(Token, Cycle at) override {
    pops_.push_back(at + return_latency_);
    merge();
  }
  /// To be asked at the end: pushes that are still queued found no slot returned after them.
  uint64_t peak() {
    for (; !pushes_.empty(); pushes_.pop_front()) {
      peak_ = std::max(peak_, ++in_use_);
    }
    return peak_;
  }

 private:
  void merge() {
    while (!pushes_.empty() && !pops_.empty()) {
      if (pops_.front() <= pushes_.front()) {
        --in_use_;
        pops_.pop_front();
      } else {
        peak_ = std::max(peak_, ++in_use_);
        pushes_.pop_front();
      }
    }
  }

  Cycle return_latency_;
  std::deque<Cycle> pushes_;
  std::deque<Cycle> pops_;
  uint64_t in_use_ = 0;
  uint64_t peak_ = 0;
};

}  // namespace fiberloom
