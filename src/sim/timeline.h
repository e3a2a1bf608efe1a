#pragma once

#include <cstdint>
#include <fstream>
#include <map>
#include <string>

#include "sim/process.h"

namespace fiberloom {

/// Writes where the cycles of all processes go as a Chrome trace (chrome://tracing,
/// ui.perfetto.dev): one row a process, a microsecond on the screen a cycle. Spans of one state
/// that touch are one.
class Timeline final : public ProcessObserver {
 public:
  /// Cycles in [begin, end) are written. Throws Error (environment) if `file` cannot be.
  Timeline(std::string file, Cycle begin, Cycle end);

  void went(const Process& process, Cycle now, Cycle tokens_at, Cycle at, Cycle next) override;
  /// Writes what is left and puts the file in its place.
  void finish();

 private:
  enum class State : uint8_t { none, busy, stalled_in, stalled_out };
  struct Row {
    size_t number;
    State state = State::none;
    Cycle begin = 0;
    Cycle end = 0;
  };

  void add(Row& row, State state, Cycle begin, Cycle end);
  void write(const Row& row);
  void event(const std::string& text);

  std::string file_;
  std::string temporary_;
  std::ofstream out_;
  Cycle begin_;
  Cycle end_;
  bool first_ = true;
  std::map<const Process*, Row> rows_;
};

}  // namespace fiberloom
