#include "cli/kernel_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output.h"

namespace fiberloom {
namespace {

using nlohmann::json;

json roofline_json(const Roofline& roofline) {
  json made = {{"bytes_per_second", roofline.bytes_per_second()},
               {"read_bytes_per_second", roofline.bandwidth.read},
               {"triad_bytes_per_second", roofline.bandwidth.triad},
               {"share", roofline.share()}};
  if (roofline.operations > 0) {
    made["operations_per_second"] = roofline.operations_per_second();
  }
  return made;
}

}  // namespace

ReportedResult KernelReport::result() const {
  return {.points = outcome.points,
          .stored = outcome.stored,
          .bytes = outcome.result_bytes,
          .file = file};
}

json KernelReport::to_json() const {
  const Samples& wall = outcome.timing.wall;
  json made = {{"status", check.failed() ? "mismatch" : "ok"},
               {"expression", to_string(run.program())},
               {"seed", seed},
               {"inputs", inputs_json(run.workload())},
               {"threads", outcome.threads},
               {"cold", cold},
               {"repeats", wall.count()},
               {"median_seconds", wall.median()},
               {"minimum_seconds", wall.minimum()},
               {"lower_quartile_seconds", wall.lower_quartile()},
               {"upper_quartile_seconds", wall.upper_quartile()},
               {"cpu_median_seconds", outcome.timing.cpu.median()},
               {"compile_seconds", outcome.compile_seconds},
               {"bytes", outcome.bytes},
               {"position_bits", outcome.source.wide ? 64 : 32},
               {"check", check_json(check)},
               {"results", {{run.result_name(), result_json(result())}}}};
  if (roofline) {
    made["roofline"] = roofline_json(*roofline);
  }
  return made;
}

std::string KernelReport::to_text() const {
  const Samples& wall = outcome.timing.wall;
  std::string out = to_string(run.program()) + '\n' + inputs_text(run.workload());
  out += outcome.compile_seconds > 0
             ? fmt::format("compiled in {}\n", with_prefix(outcome.compile_seconds, "s"))
             : "compiled before, from the cache\n";
  out += fmt::format("time     {} median of {}{}, {}; minimum {}, quartiles {} and {}\n",
                     with_prefix(wall.median(), "s"), wall.count(), cold ? " with cold caches" : "",
                     outcome.threads == 1 ? "1 thread" : fmt::format("{} threads", outcome.threads),
                     with_prefix(wall.minimum(), "s"), with_prefix(wall.lower_quartile(), "s"),
                     with_prefix(wall.upper_quartile(), "s"));
  if (roofline) {
    out += fmt::format("memory   {}\n", roofline->to_text());
  }
  return out + result_text(run.result_name(), result()) + check_text(check);
}

}  // namespace fiberloom
