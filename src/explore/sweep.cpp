#include "explore/sweep.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "explore/command_line.h"
#include "report/datum.h"

namespace fiberloom {

Sweep::Sweep(const SweepSpec& spec, const std::vector<SweepPoint>& points, SweepStore& store,
             Executor& executor, Options options)
    : spec_(spec),
      points_(points),
      store_(store),
      executor_(executor),
      options_(std::move(options)),
      progress_{.points = points.size(), .before = 0},
      done_(store.done()) {
  progress_.before = done_.size();
}

bool Sweep::run() {
  auto next = points_.begin();
  while (!stopped()) {
    for (; next != points_.end() && executor_.free() > 0; ++next) {
      if (!done_.contains(next->number)) {
        start(*next);
      }
    }
    if (started_.empty()) {
      return true;
    }
    for (const JobOutcome& outcome : executor_.wait()) {
      finish_job(outcome);
    }
    if (options_.progress) {
      options_.progress(progress_);
    }
  }
  return false;
}

void Sweep::start(const SweepPoint& point) {
  Started started{.point = &point};
  const std::vector<Setting> settings = settings_of(spec_, point);
  for (const Measure measure : spec_.measures) {
    const std::vector<std::string> command = command_line(spec_, settings, measure);
    started.command +=
        (started.command.empty() ? "fiberloom " : " && fiberloom ") + shell_text(command);
    Job job{.point = point.number, .arguments = command};
    job.arguments.emplace_back("--json");
    started.jobs.push_back(std::move(job));
  }
  Started& kept = started_.emplace(point.number, std::move(started)).first->second;
  start_next_job(kept, options_.timeout);
}

void Sweep::start_next_job(Started& started, double seconds_left) {
  Job& job = started.jobs[started.next++];
  job.seconds_left = seconds_left;
  executor_.start(job);
}

void Sweep::finish_job(const JobOutcome& outcome) {
  Started& started = started_.at(outcome.point);
  const Measure measure = spec_.measures[started.next - 1];
  const double used = outcome.seconds;
  const bool ok = started.result.add(measure, outcome);
  if (ok && started.next < started.jobs.size()) {
    const double left = started.jobs[started.next - 1].seconds_left - used;
    start_next_job(started, options_.timeout > 0 ? std::max(left, 1e-3) : 0);
    return;
  }
  const PointResult result =
      started.result.finish(outcome.point, std::move(started.command), axes_of(*started.point));
  store_.add(result);
  ++progress_.done;
  progress_.failed += result.status == "ok" ? 0 : 1;
  started_.erase(outcome.point);
}

std::string Sweep::axes_of(const SweepPoint& point) const {
  nlohmann::ordered_json axes = nlohmann::ordered_json::object();
  for (size_t a = 0; a < spec_.axes.size(); ++a) {
    axes[spec_.axes[a].name] = datum_to_json(datum_from_text(point.values[a]));
  }
  return axes.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace fiberloom
