#include "lower/kernel/destination.h"

#include <utility>

#include <fmt/format.h>

#include "lower/kernel/leaf_code.h"
#include "tensor/level_format.h"

namespace fiberloom {

Destination::Destination(KernelFrame& frame, const TensorFormat& format,
                         const IndexVariables& variables)
    : frame_(frame), variables_(variables) {
  for (size_t k = 0; k < format.levels(); ++k) {
    dense_.push_back(LevelFormats::find(format.letters[k])->full);
    sparse_levels_ = dense_.back() ? sparse_levels_ : k + 1;
  }
  segments_.resize(dense_.size());
  coordinates_.resize(dense_.size());
}

Destination Destination::result(KernelFrame& frame, const std::string& name,
                                const TensorFormat& format, const IndexVariables& variables) {
  Destination made(frame, format, variables);
  made.is_result_ = true;
  made.name_ = frame.names.make(name);
  for (size_t k = 0; k < made.dense_.size(); ++k) {
    if (!made.dense_[k]) {
      made.segments_[k] = frame.names.make(made.part(k, "segments"));
      made.coordinates_[k] = frame.names.make(made.part(k, "coordinates"));
    }
  }
  made.values_ = frame.names.make(made.name_ + "_values");
  return made;
}

Destination Destination::temporary(KernelFrame& frame, size_t number, const TensorFormat& format,
                                   const IndexVariables& variables) {
  Destination made(frame, format, variables);
  made.name_ = frame.name_of(number);
  for (size_t k = 0; k < made.dense_.size(); ++k) {
    if (!made.dense_[k]) {
      made.segments_[k] = frame.segments(number, k);
      made.coordinates_[k] = frame.coordinates(number, k);
    }
  }
  made.values_ = frame.values(number);
  return made;
}

std::string Destination::part(size_t level, const std::string& what) const {
  return fmt::format("{}{}_{}", name_, level + 1, what);
}

std::string Destination::parent(size_t level) const {
  return level == 0 ? "0" : position(level - 1);
}

std::string Destination::position(size_t level) const {
  if (!dense_[level]) {
    return part(level, "count");
  }
  const std::string above = parent(level);
  const std::string variable = frame_.variable(variables_[level]);
  if (above == "0") {
    return variable;
  }
  return row_major(above, frame_.size_of(variables_[level]), variable);
}

size_t Destination::nearest_sparse_above(size_t level) const {
  while (level > 0 && dense_[level - 1]) {
    --level;
  }
  return level;  // 0: none, else one more than the level
}

std::string Destination::block(size_t level, const std::string& outermost) const {
  std::string product;
  for (; level < dense_.size() && dense_[level]; ++level) {
    product += fmt::format(
        " * {}", level == 0 && !outermost.empty() ? outermost : frame_.size_of(variables_[level]));
  }
  return product;
}

bool Destination::needs_filling(size_t level) const {
  for (size_t above = level; above > 0 && dense_[above - 1]; --above) {
    if (!filling_.all[above - 1]) {
      return true;
    }
  }
  return false;
}

void Destination::begin(Filling filling) {
  filling_ = std::move(filling);
  const std::string type = "value_t";
  const std::string allocated =
      sparse_levels_ > 0 || !is_result_ ? frame_.helpers.use("allocated") : "";
  const auto own = [&](const std::string& element, const std::string& name) {
    frame_.scope().declare(name, fmt::format("{} *restrict {} = NULL;", element, name));
    if (!is_result_) {
      frame_.scope().own(name);
    }
  };
  const auto allocate = [&](const std::string& name, const std::string& count) {
    frame_.scope().set_up.line(fmt::format("{0} = {1}({2}, sizeof *{0});", name, allocated, count));
    frame_.scope().set_up.line(frame_.scope().fail_if(name + " == NULL"));
  };
  for (size_t k = 0; k < sparse_levels_; ++k) {
    if (dense_[k]) {
      continue;
    }
    own("index_t", segments_[k]);
    own("index_t", coordinates_[k]);
    frame_.scope().declare(part(k, "count"), fmt::format("index_t {} = 0;", part(k, "count")));
    frame_.scope().declare(part(k, "capacity"),
                           fmt::format("int64_t {} = 64;", part(k, "capacity")));
    if (!filling_.expected[k].empty()) {
      frame_.scope().set_up.line(
          fmt::format("{} = {};", part(k, "capacity"), filling_.expected[k]));
      frame_.scope().set_up.line(fmt::format("{0} = {0} < {1} ? {0} : {1};", part(k, "capacity"),
                                             frame_.helpers.use("largest_index")));
    }
    if (needs_filling(k)) {
      frame_.scope().declare(part(k, "filled"), fmt::format("int64_t {} = 0;", part(k, "filled")));
    }
    const size_t above = nearest_sparse_above(k);
    allocate(segments_[k], above == 0 ? "(int64_t)1" + block(0) + " + 1"
                                      : part(above - 1, "capacity") + block(above) + " + 1");
    allocate(coordinates_[k], part(k, "capacity"));
    frame_.scope().set_up.line(segments_[k] + "[0] = 0;");
  }
  if (is_result_ && sparse_levels_ == 0) {
    frame_.scope().declare(values_,
                           fmt::format("{} *restrict {} = result->values;", type, values_));
  } else {
    own(type, values_);
    allocate(values_, sparse_levels_ == 0
                          ? "(int64_t)1" + block(0)
                          : part(sparse_levels_ - 1, "capacity") + block(sparse_levels_));
  }
}

void Destination::restart() {
  if (sparse_levels_ == 0) {
    if (visited_levels() == 0) {
      set_to_zero(0);
    }
    return;
  }
  if (is_result_) {
    return;
  }
  for (size_t k = 0; k < sparse_levels_; ++k) {
    if (!dense_[k]) {
      frame_.code.line(part(k, "count") + " = 0;");
      if (needs_filling(k)) {
        frame_.code.line(part(k, "filled") + " = 0;");
      }
    }
  }
}

size_t Destination::visited_levels() const {
  size_t levels = 0;
  while (sparse_levels_ == 0 && levels < filling_.direct && filling_.all[levels]) {
    ++levels;
  }
  return levels;
}

void Destination::set_to_zero(size_t levels) {
  if (!filling_.accumulates) {
    return;
  }
  const std::string first =
      levels == 0 ? "" : fmt::format(" + (size_t)({}){}", position(levels - 1), block(levels));
  frame_.code.line(
      fmt::format("memset({0}{1}, 0, (size_t)1{2} * sizeof *{0});", values_, first, block(levels)));
}

void Destination::open(size_t level, const std::string& most) {
  if (!dense_[level] && !shared()) {
    reserve(level, most);
  }
  if (!dense_[level] && needs_filling(level)) {
    const std::string filled = part(level, "filled");
    frame_.code.open(fmt::format("while ({} <= {})", filled, parent(level)));
    frame_.code.line(fmt::format("{}[{}++] = {};", segments_[level], filled, part(level, "count")));
    frame_.code.close();
  }
}

/// Room for a whole fiber at once, so that to append needs no test.
void Destination::reserve(size_t level, const std::string& most) {
  const std::string capacity = part(level, "capacity");
  const std::string resized = frame_.helpers.use("resized");
  std::vector<std::string> grown;
  CodeText& code = frame_.code;
  code.open(fmt::format("if ({} - {} < {})", capacity, part(level, "count"), most));
  const std::string largest = frame_.helpers.use("largest_index");
  code.line(frame_.scope().fail_if(
      fmt::format("{} + (int64_t)({}) > {}", part(level, "count"), most, largest)));
  code.line(fmt::format("{0} = 2 * ({0} + {1});", capacity, most));
  code.line(fmt::format("{0} = {0} < {1} ? {0} : {1};", capacity, largest));
  const auto grow = [&](const std::string& name, const std::string& count) {
    code.line(fmt::format("{0} = {1}({0}, {2}, sizeof *{0});", name, resized, count));
    grown.push_back(name + " == NULL");
  };
  grow(coordinates_[level], capacity);
  size_t next = level + 1;
  while (next < dense_.size() && dense_[next]) {
    ++next;
  }
  if (next < dense_.size()) {
    grow(segments_[next], capacity + block(level + 1) + " + 1");
  } else {
    grow(values_, capacity + block(level + 1));
  }
  for (const std::string& failed : grown) {
    code.line(frame_.scope().fail_if(failed));
  }
  code.close();
}

void Destination::enter(size_t level) {
  if (level + 1 == visited_levels()) {
    set_to_zero(level + 1);
  }
  if (dense_[level] || last(level)) {
    return;
  }
  if (!dense_[level + 1]) {
    frame_.code.line(
        fmt::format("const index_t {} = {};", part(level + 1, "before"), part(level + 1, "count")));
  } else if (level + 1 == sparse_levels_ && filling_.accumulates) {
    frame_.code.line(fmt::format("memset({0} + {1}{2}, 0, (size_t)1{2} * sizeof *{0});", values_,
                                 part(level, "count"), block(level + 1)));
  }
}

void Destination::leave(size_t level) {
  if (dense_[level] || last(level)) {
    return;
  }
  const std::string append = fmt::format("{}[{}++] = {};", coordinates_[level],
                                         part(level, "count"), frame_.variable(variables_[level]));
  if (dense_[level + 1]) {
    frame_.code.line(append);
    return;
  }
  frame_.code.open(
      fmt::format("if ({} > {})", part(level + 1, "count"), part(level + 1, "before")));
  frame_.code.line(append);
  frame_.code.close();
}

void Destination::close(size_t level) {
  if (!dense_[level] && !needs_filling(level)) {
    const std::string above = parent(level);
    frame_.code.line(fmt::format("{}[{}] = {};", segments_[level],
                                 above == "0" ? "1" : above + " + 1", part(level, "count")));
  }
}

void Destination::store(const CValue& value) { write_value(value, false); }
void Destination::add(const CValue& value) { write_value(value, true); }

void Destination::write_value(const CValue& value, bool added) {
  const size_t levels = dense_.size();
  CodeText& code = frame_.code;
  if (levels == sparse_levels_ && levels > 0) {
    if (value.present.is_never()) {
      return;
    }
    if (value.present.is_tested()) {
      code.open(fmt::format("if ({})", value.present.text()));
    }
    const std::string count = part(levels - 1, "count");
    code.line(fmt::format("{}[{}] = {};", values_, count, value.text));
    code.line(fmt::format("{}[{}++] = {};", coordinates_[levels - 1], count,
                          frame_.variable(variables_[levels - 1])));
    if (value.present.is_tested()) {
      code.close();
    }
    return;
  }
  const std::string place =
      fmt::format("{}[{}]", values_, levels == 0 ? "0" : position(levels - 1));
  if (added) {
    if (atomic_ && !value.present.is_never()) {
      code.line("#pragma omp atomic");
      code.line(fmt::format("{} += {};", place, value.text));
    } else if (!value.present.is_never()) {
      code.line(frame_.arithmetic.accumulate(Reducer::sum, place, value));
    }
  } else {
    code.line(fmt::format("{} = {};", place, value.text));
  }
}

void Destination::end(const std::string& last) {
  for (size_t k = 0; k < sparse_levels_; ++k) {
    if (dense_[k] || !needs_filling(k)) {
      continue;
    }
    const size_t above = nearest_sparse_above(k);
    const std::string parents = above == 0 ? "(int64_t)1" + block(0, last)
                                           : "(int64_t)" + part(above - 1, "count") + block(above);
    const std::string filled = part(k, "filled");
    frame_.code.open(fmt::format("while ({} <= {})", filled, parents));
    frame_.code.line(fmt::format("{}[{}++] = {};", segments_[k], filled, part(k, "count")));
    frame_.code.close();
  }
}

void Destination::hand_over(CodeText& code, const std::string& into) const {
  if (sparse_levels_ == 0) {
    return;
  }
  for (size_t k = 0; k < sparse_levels_; ++k) {
    if (!dense_[k]) {
      code.line(fmt::format("{}.levels[{}].segments = {};", into, k, segments_[k]));
      code.line(fmt::format("{}.levels[{}].coordinates = {};", into, k, coordinates_[k]));
      code.line(fmt::format("{}.levels[{}].positions = {};", into, k, part(k, "count")));
    }
  }
  code.line(fmt::format("{}.values = {};", into, values_));
}

void Destination::note_counts(const std::string& array) {
  for (size_t k = 0; k < sparse_levels_; ++k) {
    if (!dense_[k]) {
      frame_.code.line(fmt::format("{}[{}] = {};", array, k, part(k, "count")));
    }
  }
}

void Destination::go_to_place(const std::string& first) {
  const size_t level = sparse_levels_ - 1;
  std::string rows;
  for (size_t k = 1; k < level; ++k) {
    rows += " * " + frame_.size_of(variables_[k]);
  }
  frame_.code.line(
      fmt::format("index_t {} = {}[{}{}];", part(level, "count"), places_, first, rows));
}

void Destination::close_gaps(const std::string& runs, const std::string& count) {
  const size_t level = sparse_levels_ - 1;
  std::string rows = "1";
  for (size_t k = 1; k < level; ++k) {
    rows += " * " + frame_.size_of(variables_[k]);
  }
  frame_.code.line(fmt::format("{} = (index_t){}({}, {}, {}, {}, {}, {}, {}, (int64_t)1{});",
                               part(level, "count"), frame_.helpers.use("close_gaps"), runs, count,
                               level, rows, segments_[level], coordinates_[level], values_,
                               block(level + 1)));
}

std::string Destination::formats() const {
  std::string letters;
  for (const bool dense : dense_) {
    letters += dense ? 'd' : 's';
  }
  return letters;
}

}  // namespace fiberloom
