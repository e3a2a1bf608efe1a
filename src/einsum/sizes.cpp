#include "einsum/sizes.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "base/spelling.h"

namespace fiberloom {
namespace {

/// An access somewhere in a program.
struct Place {
  const Statement* statement;
  const Access* access;
  Span span;

  Location where() const { return statement->where(span); }
};

std::vector<Place> places(const Program& program) {
  std::vector<Place> found;
  for (const Statement& statement : program) {
    found.push_back({&statement, &statement.result, statement.result_span});
    for (const Expr& leaf : accesses(statement.right)) {
      found.push_back({&statement, as<Access>(leaf), leaf->span});
    }
  }
  return found;
}

/// One statement about a size: "B has 5 in mode 1".
struct Claim {
  uint64_t size;
  bool exact;
  std::string text;
  Location where;
};

/// Classes of index variables and tensor modes that must have one size.
class SizeClasses {
 public:
  explicit SizeClasses(const std::vector<Place>& places) {
    for (const Place& place : places) {
      for (size_t mode = 0; mode < place.access->indices.size(); ++mode) {
        join(variable(place.access->indices[mode]), this->mode(place.access->tensor, mode));
      }
    }
  }

  size_t variable(const std::string& name) { return root(id("i " + name)); }
  size_t mode(const std::string& tensor, size_t mode) {
    return root(id(fmt::format("t {} {}", tensor, mode)));
  }

  void add(size_t of_class, Claim claim, const std::string& index) {
    std::optional<Claim>& known = known_[of_class];
    if (!known) {
      known = std::move(claim);
      return;
    }
    const bool agree = known->exact
                           ? (claim.exact ? claim.size == known->size : claim.size <= known->size)
                           : (!claim.exact || known->size <= claim.size);
    if (!agree) {
      throw bad_input(
          fmt::format("sizes of the index '{}' contradict: {}, {}", index, known->text, claim.text),
          claim.where, "an index has one size");
    }
    if (!known->exact && (claim.exact || claim.size > known->size)) {
      known = std::move(claim);
    }
  }

  std::optional<uint64_t> size(size_t of_class) const {
    const auto found = known_.find(of_class);
    return found == known_.end() ? std::nullopt : std::optional(found->second->size);
  }

 private:
  size_t id(const std::string& key) {
    const auto [found, is_new] = ids_.emplace(key, parents_.size());
    if (is_new) {
      parents_.push_back(found->second);
    }
    return found->second;
  }
  size_t root(size_t node) const {
    while (parents_[node] != node) {
      node = parents_[node];
    }
    return node;
  }
  void join(size_t a, size_t b) { parents_[root(a)] = root(b); }

  std::map<std::string, size_t> ids_;
  std::vector<size_t> parents_;
  std::map<size_t, std::optional<Claim>> known_;
};

void add_shape(SizeClasses& classes, const Place& place, const TensorShape& shape, bool option) {
  const Access& a = *place.access;
  if (shape.sizes.size() != a.indices.size()) {
    throw bad_input(fmt::format("{} '{}' {} order {}, the expression gives it order {}",
                                option ? "-d gives" : "the data of", a.tensor,
                                option ? "the" : "has the", shape.sizes.size(), a.indices.size()),
                    place.where(), "a tensor has one index a mode");
  }
  for (size_t mode = 0; mode < shape.sizes.size(); ++mode) {
    const std::string text =
        option ? fmt::format("-d gives {} {} in mode {}", a.tensor, shape.sizes[mode], mode)
               : fmt::format("{} has {}{} in mode {}", a.tensor,
                             shape.lower_bound ? "at least " : "", shape.sizes[mode], mode);
    classes.add(classes.mode(a.tensor, mode),
                {shape.sizes[mode], !shape.lower_bound, text, place.where()}, a.indices[mode]);
  }
}

const Place* first_with_index(const std::vector<Place>& places, const std::string& variable) {
  const auto found = std::ranges::find_if(
      places, [&](const Place& place) { return contains(place.access->indices, variable); });
  return found == places.end() ? nullptr : &*found;
}
const Place* first_of_tensor(const std::vector<Place>& places, const std::string& tensor) {
  const auto found = std::ranges::find_if(
      places, [&](const Place& place) { return place.access->tensor == tensor; });
  return found == places.end() ? nullptr : &*found;
}

IndexVariables variables(const Program& program) {
  IndexVariables found;
  for (const Statement& statement : program) {
    for (const std::string& variable : variables(statement)) {
      if (!contains(found, variable)) {
        found.push_back(variable);
      }
    }
  }
  return found;
}

/// An index if the name is one and one size is given; else a tensor.
void add_option(SizeClasses& classes, const Program& program, const std::vector<Place>& places,
                const SizeOption& option) {
  const IndexVariables indices = variables(program);
  if (option.sizes.size() == 1 && contains(indices, option.name)) {
    const Place* place = first_with_index(places, option.name);
    const Statement& first = program.front();
    classes.add(classes.variable(option.name),
                {option.sizes[0], true,
                 fmt::format("-d gives {} the size {}", option.name, option.sizes[0]),
                 place != nullptr ? place->where() : first.where(first.result_span)},
                option.name);
    return;
  }
  if (const Place* place = first_of_tensor(places, option.name)) {
    add_shape(classes, *place, {option.sizes, false}, true);
    return;
  }
  throw bad_input(fmt::format("-d names '{}', which is neither an index nor a tensor of the "
                              "expression",
                              option.name),
                  {}, suggestion(option.name, indices, "indices"));
}

}  // namespace

SizeOption parse_size_option(std::string_view text) {
  const auto error = [&](size_t at, size_t length, const std::string& message) {
    return bad_input(message, locate_in_text("-d", text, at, length),
                     "an index and its size, as in i:100, or a tensor and its sizes, A:6,7");
  };
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0) {
    throw error(0, text.size(), "expected NAME:SIZE");
  }
  SizeOption option{std::string(text.substr(0, colon)), {}};
  for (size_t begin = colon + 1;;) {
    const size_t end = std::min(text.find(',', begin), text.size());
    uint64_t size = 0;
    const auto read = std::from_chars(text.data() + begin, text.data() + end, size);
    if (read.ec != std::errc{} || read.ptr != text.data() + end) {
      throw error(begin, end - begin,
                  fmt::format("'{}' is no size", text.substr(begin, end - begin)));
    }
    option.sizes.push_back(size);
    if (end == text.size()) {
      return option;
    }
    begin = end + 1;
  }
}

IndexSizes index_sizes(const Program& program, const TensorShapes& shapes,
                       const std::vector<SizeOption>& options) {
  const std::vector<Place> all = places(program);
  SizeClasses classes(all);
  for (const SizeOption& option : options) {
    add_option(classes, program, all, option);
  }
  for (const Place& place : all) {
    const auto shape = shapes.find(place.access->tensor);
    if (shape != shapes.end() && first_of_tensor(all, place.access->tensor) == &place) {
      add_shape(classes, place, shape->second, false);
    }
  }
  IndexSizes sizes;
  for (const std::string& variable : variables(program)) {
    if (const auto size = classes.size(classes.variable(variable))) {
      sizes.emplace(variable, *size);
    }
  }
  return sizes;
}

void require_sizes(const Program& program, const IndexSizes& sizes) {
  const std::vector<Place> all = places(program);
  for (const std::string& variable : variables(program)) {
    if (sizes.contains(variable)) {
      continue;
    }
    const Place* place = first_with_index(all, variable);
    const Statement& first = program.front();
    throw bad_input(fmt::format("no tensor gives the size of the index '{}'", variable),
                    place != nullptr ? place->where() : first.where(first.result_span),
                    fmt::format("-d {}:SIZE", variable));
  }
}

std::vector<uint64_t> shape_of(const Access& access, const IndexSizes& sizes) {
  std::vector<uint64_t> shape;
  std::ranges::transform(access.indices, std::back_inserter(shape),
                         [&](const std::string& variable) { return sizes.at(variable); });
  return shape;
}

}  // namespace fiberloom
