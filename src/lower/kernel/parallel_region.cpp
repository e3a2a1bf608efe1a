#include "lower/kernel/parallel_region.h"

#include <utility>

#include <fmt/format.h>

namespace fiberloom {
namespace {

/// Runs a thread: enough to even out rows of different lengths.
constexpr int kRunsPerThread = 16;

}  // namespace

ParallelRegion::ParallelRegion(KernelFrame& frame, const Shared& shared)
    : frame_(frame),
      shared_(shared),
      size_(shared.extent),
      next_(frame.names.make("next_" + shared.name)),
      chunk_(frame.names.make(shared.name + "_run")),
      first_(frame.names.make("first_" + shared.name)),
      last_(frame.names.make("last_" + shared.name)),
      thread_(frame.names.make("thread")),
      run_(frame.names.make("run")) {}

void ParallelRegion::open() {
  frame_.parallel = true;
  CodeText& code = frame_.code;
  code.line(fmt::format("int64_t {} = 0;", next_));
  code.line(fmt::format("const int64_t {} = {} / ({} * (int64_t)threads) + 1;", chunk_, size_,
                        kRunsPerThread));
  code.line("#pragma omp parallel num_threads(threads)" + shared_.clause);
  code.open("");
  outside_ = std::exchange(code, CodeText(code.depth()));
  frame_.enter_scope("thread_");
}

std::string ParallelRegion::coordinate(const std::string& value) const {
  if (shared_.coordinates_each.empty()) {
    return value;
  }
  const std::string at = fmt::format("{} * {}", value, shared_.coordinates_each);
  return fmt::format("({0} < {1} ? {0} : {1})", at, shared_.coordinates_limit);
}

LoopWindow ParallelRegion::open_run(Destination* result) {
  CodeText& code = frame_.code;
  code.open("for (;;)");
  code.line(fmt::format("int64_t {};", first_));
  code.line("#pragma omp atomic capture");
  code.open("");
  code.line(fmt::format("{} = {};", first_, next_));
  code.line(fmt::format("{} += {};", next_, chunk_));
  code.close();
  code.open(fmt::format("if ({} >= {})", first_, size_));
  code.line("break;");
  code.close();
  code.line(fmt::format("const int64_t {0} = {1} + {2} < {3} ? {1} + {2} : {3};", last_, first_,
                        chunk_, size_));
  if (result != nullptr) {
    frame_.helpers.use("coordinate_run");
    if (result->shared()) {
      result->go_to_place(first_);
    }
    code.line(fmt::format("coordinate_run {} = {{{}, {}, {}, {{0}}, {{0}}}};", run_, thread_,
                          coordinate(first_), coordinate(last_)));
    result->note_counts(run_ + ".begin");
  }
  if (shared_.base == "0") {
    return {.first = "(index_t)" + first_, .last = "(index_t)" + last_};
  }
  return {.first = fmt::format("(index_t)({} + {})", shared_.base, first_),
          .last = fmt::format("(index_t)({} + {})", shared_.base, last_)};
}

void ParallelRegion::close_run(Destination* result) {
  if (result != nullptr) {
    result->end(fmt::format("(index_t)({})", coordinate(last_)));
    result->note_counts(run_ + ".end");
    runs_ = frame_.names.make("runs");
    frame_.code.line(fmt::format("{}[{} / {}] = {};", runs_, first_, chunk_, run_));
  }
  frame_.code.close();
}

void ParallelRegion::close(Destination* result) {
  CodeText& code = frame_.code;
  const std::string inside = code.text();
  const KernelScope scope = frame_.leave_scope();
  CodeText failed(code.depth());
  failed.line("#pragma omp atomic write");
  failed.line("status = FIBERLOOM_OUT_OF_MEMORY;");
  CodeText last(code.depth());
  std::string formats;
  const bool apart = result != nullptr && !result->shared();
  if (result != nullptr) {
    frame_.own_array("coordinate_run", runs_, fmt::format("{} * threads + 1", kRunsPerThread),
                     true);
  }
  if (apart) {
    parts_ = frame_.names.make("parts");
    part_levels_ = frame_.names.make("part_levels");
    formats = result->formats();
    frame_.own_array("fiberloom_result", parts_, "threads", true);
    frame_.own_array("fiberloom_result_level", part_levels_,
                     fmt::format("threads * {}", formats.size()), true);
    last.line(fmt::format("{}[{}].levels = {} + {} * {};", parts_, thread_, part_levels_, thread_,
                          formats.size()));
    result->hand_over(last, fmt::format("{}[{}]", parts_, thread_));
  }
  const std::string text = scope.text(inside, failed.text(), last.text());
  code = std::move(outside_);
  if (mentions(text, thread_)) {
    code.line(fmt::format("const int {} = omp_get_thread_num();", thread_));
  }
  code.append(text);
  code.close();
  const std::string count = fmt::format("({0} + {1} - 1) / {1}", size_, chunk_);
  if (apart) {
    code.open(fmt::format("if (status == FIBERLOOM_OK && !{}({}, {}, {}, \"{}\", threads, result))",
                          frame_.helpers.use("put_together"), parts_, runs_, count, formats));
    code.line("status = FIBERLOOM_OUT_OF_MEMORY;");
    code.close();
    frame_.hand_over.line(fmt::format("free_parts({}, threads, {});", parts_, formats.size()));
  } else if (result != nullptr) {
    result->close_gaps(runs_, count);
  }
}

}  // namespace fiberloom
