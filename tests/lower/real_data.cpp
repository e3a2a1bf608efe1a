#include "lower/real_data.h"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "lower/trial.h"
#include "reference/evaluator.h"
#include "tensor/read/reader.h"

namespace fiberloom::test {
namespace {

constexpr size_t kLargestOrder = 3;

/// Tensors by order, for expressions of at most so many loops.
struct Collection {
  size_t loops;
  std::array<std::vector<std::string>, kLargestOrder + 1> files;
};

const std::vector<Collection>& collections() {
  static const std::vector<Collection> all = {
      {2,
       {{{},
         {"GD96_d.mtx", "arc130.mtx", "west0132.mtx"},
         {"arc130.mtx", "west0132.mtx", "GD96_d.mtx"},
         {"alyawarra_kinship.tns"}}}},
      {3,
       {{{},
         {"football.mtx", "karate.mtx", "Ragusa16.mtx"},
         {"karate.mtx", "football.mtx", "Ragusa16.mtx"},
         {"alyawarra_kinship.tns"}}}},
      {4,
       {{{},
         {"LFAT5.mtx", "n3c4-b1.mtx"},
         {"LFAT5.mtx", "ch3-3-b1.mtx", "n3c4-b1.mtx"},
         {"matmul_4-4-4.tns"}}}},
      {8, {{{}, {"b1_ss.mtx"}, {"b1_ss.mtx", "cage3.mtx"}, {"hair_eye_color.tns"}}}}};
  return all;
}

const Collection* collection_for(size_t loops) {
  const auto found =
      std::ranges::find_if(collections(), [&](const auto& c) { return loops <= c.loops; });
  return found == collections().end() ? nullptr : &*found;
}

/// The points with the first `order` coordinates of the file's, each once.
CoordinateList read_points(const std::string& file, size_t order) {
  CoordinateList list =
      read_tensor(std::string(FIBERLOOM_SOURCE) + "/../shared/datasets/real/" + file);
  list.shape.resize(order);
  list.columns.resize(order);
  return list;
}

/// The corner of `list` that has this shape, as doubles; no point twice.
CoordinateList corner(const CoordinateList& list, const std::vector<uint64_t>& shape) {
  CoordinateList cut;
  cut.shape = shape;
  cut.columns.resize(shape.size());
  std::vector<double> values;
  std::set<std::vector<uint64_t>> seen;
  for (size_t e = 0; e < list.entries(); ++e) {
    std::vector<uint64_t> point;
    bool inside = true;
    for (size_t m = 0; m < shape.size(); ++m) {
      point.push_back(list.columns[m][e]);
      inside = inside && point[m] < shape[m];
    }
    if (inside && seen.insert(point).second) {
      for (size_t m = 0; m < shape.size(); ++m) {
        cut.columns[m].push_back(point[m]);
      }
      values.push_back(list.values.real(e));
    }
  }
  cut.values = Values(values);
  return cut;
}

CoordinateList scalar() {
  CoordinateList list;
  list.values = Values(std::vector<double>{2.5});
  return list;
}

}  // namespace

bool fits_real_data(const Compiled& compiled) {
  return collection_for(most_loops(compiled.program)) != nullptr &&
         std::ranges::all_of(tensors(compiled.program),
                             [](const TensorUse& use) { return use.order <= kLargestOrder; });
}

std::optional<std::string> wrong_on_real_data(const Compiled& compiled) {
  constexpr uint64_t kSizeOfUnread = 5;  // of variables that no operand has
  const Program& program = compiled.program;
  const Collection& collection = *collection_for(most_loops(program));
  Data whole;
  IndexSizes sizes;
  size_t number = 0;
  for (const TensorUse& use : tensors(program)) {
    if (!use.is_input) {
      continue;
    }
    if (use.order == 0) {
      whole[use.name] = scalar();
      continue;
    }
    const std::vector<std::string>& files = collection.files[use.order];
    whole[use.name] = read_points(files[number++ % files.size()], use.order);
    const Access access = access_of(program, use.name);
    for (size_t m = 0; m < use.order; ++m) {
      uint64_t& size = sizes.try_emplace(access.indices[m], ~uint64_t{0}).first->second;
      size = std::min(size, whole[use.name].shape[m]);
    }
  }
  for (const Statement& statement : program) {
    for (const std::string& variable : variables(statement)) {
      sizes.try_emplace(variable, kSizeOfUnread);
    }
  }
  sizes = unified(program, sizes);
  Data data;
  for (const auto& [name, list] : whole) {
    data[name] = corner(list, shape_of(access_of(program, name), sizes));
  }
  return disagreement(compiled, data, sizes);
}

}  // namespace fiberloom::test
