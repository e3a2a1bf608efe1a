#include "sim/timeline.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"

namespace fiberloom {

Timeline::Timeline(std::string file, Cycle begin, Cycle end)
    : file_(std::move(file)), temporary_(file_ + ".tmp"), begin_(begin), end_(end) {
  out_.open(temporary_, std::ios::trunc);
  out_ << "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
  if (!out_) {
    throw Error(ExitCode::environment, "cannot write the trace", {.file = file_});
  }
}

void Timeline::went(const Process& process, Cycle now, Cycle tokens_at, Cycle at, Cycle next) {
  auto [entry, fresh] = rows_.try_emplace(&process, Row{.number = rows_.size() + 1});
  if (fresh) {
    const nlohmann::json name = process.name();
    event(fmt::format(R"({{"ph":"M","name":"thread_name","pid":1,"tid":{},"args":{{"name":{}}}}})",
                      entry->second.number, name.dump()));
  }
  add(entry->second, State::stalled_in, now, tokens_at);
  add(entry->second, State::stalled_out, tokens_at, at);
  add(entry->second, State::busy, at, next);
}

void Timeline::add(Row& row, State state, Cycle begin, Cycle end) {
  begin = std::max(begin, begin_);
  end = std::min(end, end_);
  if (begin >= end) {
    return;
  }
  if (row.state == state && row.end == begin) {
    row.end = end;
    return;
  }
  write(row);
  row.state = state;
  row.begin = begin;
  row.end = end;
}

void Timeline::write(const Row& row) {
  static constexpr std::string_view kNames[] = {"", "busy", "stalled_in", "stalled_out"};
  static constexpr std::string_view kColours[] = {"", "good", "bad", "terrible"};
  if (row.state != State::none) {
    const auto state = static_cast<size_t>(row.state);
    event(fmt::format(R"({{"ph":"X","name":"{}","cname":"{}","pid":1,"tid":{},"ts":{},"dur":{}}})",
                      kNames[state], kColours[state], row.number, row.begin, row.end - row.begin));
  }
}

void Timeline::event(const std::string& text) {
  out_ << (first_ ? "\n" : ",\n") << text;
  first_ = false;
}

void Timeline::finish() {
  for (const auto& [process, row] : rows_) {
    write(row);
  }
  out_ << "\n]}\n";
  out_.close();
  std::error_code failed;
  if (out_) {
    std::filesystem::rename(temporary_, file_, failed);
  }
  if (!out_ || failed) {
    throw Error(ExitCode::environment, "cannot write the trace", {.file = file_});
  }
}

}  // namespace fiberloom
