#include "loopnest/schedule/arguments.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.h"

namespace fiberloom {
namespace {

std::vector<std::string> cut(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    parts.push_back(trimmed(part));
  }
  return parts;
}

}  // namespace

std::string trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(" \t");
  const size_t end = text.find_last_not_of(" \t");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

std::vector<std::string> names_in_use(const Scheduled& scheduled) {
  std::vector<std::string> names = variables(scheduled.statement);
  const auto add = [&](const auto&... more) { (names.push_back(more), ...); };
  for (const Split& split : scheduled.splits) {
    add(split.outer, split.inner);
  }
  for (const Fusion& fusion : scheduled.fusions) {
    add(fusion.fused);
  }
  for (const PositionLoop& position : scheduled.positions) {
    add(position.position);
  }
  for (const Bound& bound : scheduled.bounds) {
    add(bound.bounded);
  }
  for (const Temporary& temporary : scheduled.temporaries) {
    add(temporary.name);
    names.insert(names.end(), temporary.loops.begin(), temporary.loops.end());
  }
  for (const TensorUse& use : tensors({scheduled.written})) {
    add(use.name);
  }
  return names;
}

bool has_loops(const Scheduled& scheduled, const IndexVariables& loops) {
  return std::ranges::all_of(
      loops, [&](const std::string& loop) { return contains(scheduled.order, loop); });
}

void require_loop(const ScheduleCommand& command, const Scheduled& scheduled,
                  const std::string& loop) {
  if (contains(scheduled.order, loop)) {
    return;
  }
  for (const Temporary& temporary : scheduled.temporaries) {
    if (contains(temporary.loops, loop)) {
      throw command.error(
          fmt::format("'{}' is a loop of the temporary {} alone", loop, temporary.name),
          "change the loops of the statement before the temporary is made");
    }
  }
  const auto near = loop.size() > 1 ? nearest(loop, scheduled.order) : std::nullopt;
  throw command.error(fmt::format("there is no loop '{}'", loop),
                      near ? fmt::format("did you mean '{}'?", *near)
                           : fmt::format("loops: {}", fmt::join(scheduled.order, ", ")));
}

void require_new_name(const ScheduleCommand& command, const Scheduled& scheduled,
                      const std::string& name) {
  const bool word =
      !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) != 0 &&
      std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  if (!word) {
    throw command.error(fmt::format("'{}' is no name", name),
                        "letters, digits and _, a letter first");
  }
  if (contains(names_in_use(scheduled), name)) {
    throw command.error(fmt::format("the name '{}' is used already", name), "choose another name");
  }
}

BranchLoop find_loop(const ScheduleCommand& command, const Scheduled& scheduled,
                     const std::string& loop) {
  for (const Temporary& temporary : scheduled.temporaries) {
    for (size_t k = 0; k < temporary.loops.size(); ++k) {
      if (temporary.loops[k] == loop && temporary.kept[k] != loop) {
        return {.branch = temporary.name, .variable = temporary.kept[k]};
      }
    }
  }
  require_loop(command, scheduled, loop);
  return {.branch = {}, .variable = loop};
}

uint64_t number_of(const ScheduleCommand& command, const std::string& text, const std::string& what,
                   uint64_t least) {
  uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size() || number < least) {
    throw command.error(
        fmt::format("{} must be a whole number of at least {}, not '{}'", what, least, text));
  }
  return number;
}

IndexVariables names_of(const std::string& text) {
  const bool braces = text.size() >= 2 && text.front() == '{' && text.back() == '}';
  return braces ? cut(text.substr(1, text.size() - 2), ',') : IndexVariables{text};
}

BranchArguments branch_arguments(const ScheduleCommand& command) {
  const std::string all = fmt::format("{}", fmt::join(command.arguments, ","));
  BranchArguments found;
  const size_t semicolon = all.find(';');
  if (semicolon != std::string::npos) {
    for (const std::string& step : cut(all.substr(0, semicolon), ',')) {
      if (step != "0" && step != "1") {
        throw command.error(fmt::format("a path has steps 0 and 1, not '{}'", step),
                            "0 goes to the producer, 1 to the consumer");
      }
      found.path.push_back(step == "1" ? 1 : 0);
    }
  }
  found.rest = cut(semicolon == std::string::npos ? all : all.substr(semicolon + 1), ';');
  return found;
}

}  // namespace fiberloom
