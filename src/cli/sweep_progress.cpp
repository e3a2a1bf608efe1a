#include "cli/sweep_progress.h"

#include <iostream>

#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr std::chrono::milliseconds kBetweenDraws{200};
constexpr double kMinute = 60;
constexpr double kHour = 3600;

std::string duration_text(double seconds) {
  if (seconds < kMinute) {
    return fmt::format("{:.0f} s", seconds);
  }
  return seconds < kHour ? fmt::format("{:.0f} min", seconds / kMinute)
                         : fmt::format("{:.1f} h", seconds / kHour);
}

}  // namespace

std::string progress_text(const SweepProgress& progress, double seconds) {
  const size_t done = progress.before + progress.done;
  std::string text = fmt::format("{} of {} points", done, progress.points);
  if (progress.failed > 0) {
    text += fmt::format(", {} failed", progress.failed);
  }
  text += ", " + duration_text(seconds);
  if (progress.done > 0) {
    const double each = seconds / static_cast<double>(progress.done);
    text +=
        ", about " + duration_text(each * static_cast<double>(progress.points - done)) + " left";
  }
  return text;
}

ProgressLine::~ProgressLine() {
  if (drawn_) {
    std::cerr << "\r\x1b[K" << std::flush;
  }
}

void ProgressLine::draw(const SweepProgress& progress) {
  const auto now = Clock::now();
  if (drawn_ && now - last_ >= kBetweenDraws) {
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::cerr << '\r' << progress_text(progress, seconds) << "\x1b[K" << std::flush;
  }
}

}  // namespace fiberloom
