#include "kernel/roofline.h"

#include <fmt/format.h>

namespace fiberloom {
namespace {

constexpr double kGiga = 1e9;

double rate(double amount, double seconds) { return seconds > 0 ? amount / seconds : 0; }

}  // namespace

double Roofline::operations_per_second() const {
  return rate(static_cast<double>(operations), seconds);
}

double Roofline::bytes_per_second() const { return rate(static_cast<double>(bytes), seconds); }

double Roofline::share() const { return rate(bytes_per_second(), bandwidth.read); }

std::string Roofline::to_text() const {
  const std::string speed =
      operations == 0 ? "" : fmt::format("{:.3g} GFLOP/s, ", operations_per_second() / kGiga);
  return fmt::format(
      "{}{:.3g} GB/s (arrays counted once) = {:.0f} % of the {:.3g} GB/s that {} {} here (triad "
      "{:.3g} GB/s)",
      speed, bytes_per_second() / kGiga, 100 * share(), bandwidth.read / kGiga,
      threads == 1 ? "a thread" : fmt::format("{} threads", threads),
      threads == 1 ? "reads" : "read", bandwidth.triad / kGiga);
}

}  // namespace fiberloom
