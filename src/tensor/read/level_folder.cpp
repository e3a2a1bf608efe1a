#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/spelling.h"
#include "tensor/read/line_reader.h"
#include "tensor/read/number.h"
#include "tensor/read/reader.h"
#include "tensor/read/shape_file.h"

namespace fiberloom {
namespace {

namespace fs = std::filesystem;

/// How the files of a tensor are named, {0} the tensor, {1} a mode.
struct FileNames {
  std::string_view values;
  std::string_view shape;
  std::string_view segments;
  std::string_view coordinates;
};

constexpr std::array<FileNames, 2> kNamings = {{
    {"tensor_{}_mode_vals", "tensor_{}_mode_shape", "tensor_{}_mode_{}_seg",
     "tensor_{}_mode_{}_crd"},
    {"{}_vals.txt", "{}_shape.txt", "{}{}_seg.txt", "{}{}_crd.txt"},
}};

/// The tensors of a folder: each has a file of values.
std::map<std::string, const FileNames*> tensors_in(const std::string& folder) {
  std::map<std::string, const FileNames*> tensors;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder, unreadable)) {
    const std::string file = entry.path().filename().string();
    for (const FileNames& names : kNamings) {
      const size_t gap = names.values.find("{}");
      const std::string_view before = names.values.substr(0, gap);
      const std::string_view after = names.values.substr(gap + 2);
      if (file.size() > before.size() + after.size() && file.starts_with(before) &&
          file.ends_with(after)) {
        tensors.emplace(file.substr(gap, file.size() - before.size() - after.size()), &names);
      }
    }
  }
  return tensors;
}

std::vector<uint64_t> read_numbers(const std::string& path) {
  LineReader lines(path);
  std::vector<uint64_t> numbers;
  while (lines.next()) {
    const auto words = words_of(lines.line());
    uint64_t number = 0;
    if (words.empty()) {
      continue;
    }
    if (words.size() > 1 || !parse_index(words[0], number)) {
      throw lines.error_at(words.back(),
                           words.size() > 1 ? "more than one number" : index_fault(words[0]),
                           "one number a line");
    }
    numbers.push_back(number);
  }
  return numbers;
}

template <class T>
std::vector<T> read_values(const std::string& path) {
  LineReader lines(path);
  std::vector<T> values;
  while (lines.next()) {
    const auto words = words_of(lines.line());
    T value{};
    if (words.empty()) {
      continue;
    }
    if (words.size() > 1 || !parse_value(words[0], ValueSpelling::real, value)) {
      throw lines.error_at(
          words.back(),
          words.size() > 1 ? "more than one number" : value_fault<T>(words[0], ValueSpelling::real),
          "one value a line");
    }
    values.push_back(value);
  }
  return values;
}

/// One level as its files give it; a dense one has no files.
struct StoredLevel {
  uint64_t size = 0;
  bool dense = true;
  std::vector<uint64_t> segments{};
  std::vector<uint64_t> coordinates{};
};

class LevelFolder {
 public:
  LevelFolder(std::string folder, std::string tensor, const FileNames& names)
      : folder_(std::move(folder)), tensor_(std::move(tensor)), names_(names) {}

  CoordinateList read(const ReadOptions& options) {
    CoordinateList list;
    if (fs::exists(path(names_.shape))) {
      list.shape = read_shape_file(path(names_.shape));
    } else if (fs::exists(path(names_.coordinates, 0))) {
      throw bad_input("the file of the tensor's sizes is missing", {.file = path(names_.shape)});
    }
    std::vector<size_t> modes(list.order());
    std::iota(modes.begin(), modes.end(), size_t{0});
    order_ = options.mode_order.empty() ? modes : options.mode_order;
    if (!std::is_permutation(order_.begin(), order_.end(), modes.begin(), modes.end())) {
      throw bad_input(fmt::format("the tensor has {} modes, the mode order asked for is {}",
                                  list.order(), fmt::join(order_, ",")),
                      {.file = path(names_.shape)});
    }
    uint64_t positions = 1;
    for (const size_t mode : order_) {
      positions = read_level(mode, list.shape[mode], positions);
    }
    const ComponentType type = options.type.value_or(ComponentType::float64);
    with_component_type(type, [&](auto zero) {
      fill(list, read_values<decltype(zero)>(path(names_.values)), positions);
    });
    return list;
  }

 private:
  template <class... Mode>
  std::string path(std::string_view name, Mode... mode) const {
    return (fs::path(folder_) / fmt::format(fmt::runtime(name), tensor_, mode...)).string();
  }

  /// Reads the level of `mode` below `parents` positions; returns its own number of positions.
  uint64_t read_level(size_t mode, uint64_t size, uint64_t parents) {
    StoredLevel level{.size = size, .dense = !fs::exists(path(names_.coordinates, mode))};
    if (level.dense) {
      levels_.push_back(std::move(level));
      if (size != 0 && parents > kLargestIndex / size) {
        throw bad_input("the dense levels are too large", {.file = path(names_.shape)});
      }
      return parents * size;
    }
    level.segments = read_numbers(path(names_.segments, mode));
    level.coordinates = read_numbers(path(names_.coordinates, mode));
    check(level, mode, parents);
    levels_.push_back(std::move(level));
    return levels_.back().coordinates.size();
  }

  void check(const StoredLevel& level, size_t mode, uint64_t parents) const {
    const auto& segments = level.segments;
    const std::string file = path(names_.segments, mode);
    if (segments.empty() || segments.size() - 1 != parents) {
      throw bad_input(fmt::format("{} segment bounds, but the level above has {} positions",
                                  segments.size(), parents),
                      {.file = file},
                      "one bound more than positions; or the levels hold the modes in another "
                      "order, which a format such as ss:1,0 tells");
    }
    if (segments.front() != 0 || segments.back() != level.coordinates.size() ||
        !std::is_sorted(segments.begin(), segments.end())) {
      throw bad_input(fmt::format("the segment bounds do not rise from 0 to the {} coordinates",
                                  level.coordinates.size()),
                      {.file = file});
    }
    for (const uint64_t coordinate : level.coordinates) {
      if (coordinate >= level.size) {
        throw bad_input(fmt::format("coordinate {} (from 0) is beyond the size {} of mode {}",
                                    coordinate, level.size, mode),
                        {.file = path(names_.coordinates, mode)});
      }
    }
  }

  /// The points from the innermost level outward: `owners` are the positions of the entries.
  template <class T>
  void fill(CoordinateList& list, std::vector<T> values, uint64_t positions) {
    if (values.size() != positions) {
      throw bad_input(fmt::format("expected {} values, one for each position of the last level, "
                                  "found {}",
                                  positions, values.size()),
                      {.file = path(names_.values)});
    }
    std::vector<uint64_t> owners;
    const bool padded = !levels_.empty() && levels_.back().dense;
    for (uint64_t position = 0; position < positions; ++position) {
      if (!padded || values[position] != T{}) {
        values[owners.size()] = values[position];
        owners.push_back(position);
      }
    }
    values.resize(owners.size());
    list.columns.resize(list.order());
    for (size_t k = levels_.size(); k-- > 0;) {
      list.columns[order_[k]] = step_outward(levels_[k], owners);
    }
    list.values = Values(std::move(values));
  }

  /// The coordinates of the rising positions `owners` of a level; turns them into their parents'.
  static std::vector<uint64_t> step_outward(const StoredLevel& level,
                                            std::vector<uint64_t>& owners) {
    std::vector<uint64_t> coordinates;
    coordinates.reserve(owners.size());
    uint64_t parent = 0;
    for (uint64_t& owner : owners) {
      if (level.dense) {
        coordinates.push_back(owner % level.size);
        owner /= level.size;
        continue;
      }
      coordinates.push_back(level.coordinates[owner]);
      while (level.segments[parent + 1] <= owner) {
        ++parent;
      }
      owner = parent;
    }
    return coordinates;
  }

  std::string folder_;
  std::string tensor_;
  const FileNames& names_;
  std::vector<size_t> order_;
  std::vector<StoredLevel> levels_;
};

CoordinateList read_folder(const std::string& folder, const ReadOptions& options) {
  const auto tensors = tensors_in(folder);
  if (tensors.empty()) {
    throw bad_input("is a directory, and holds no level files of a tensor", {.file = folder},
                    "a tensor B is in tensor_B_mode_vals or B_vals.txt and the files beside it");
  }
  std::vector<std::string> names;
  names.reserve(tensors.size());
  for (const auto& [name, naming] : tensors) {
    names.push_back(name);
  }
  if (options.tensor.empty() && tensors.size() > 1) {
    throw bad_input(fmt::format("the folder holds {} tensors", tensors.size()), {.file = folder},
                    fmt::format("name one of {}", fmt::join(names, ", ")));
  }
  const auto found = options.tensor.empty() ? tensors.begin() : tensors.find(options.tensor);
  if (found == tensors.end()) {
    throw bad_input(fmt::format("the folder holds no tensor {}", options.tensor), {.file = folder},
                    suggestion(options.tensor, names, "tensors"));
  }
  return LevelFolder(folder, found->first, *found->second).read(options);
}

const TensorReaders registration(
    {.extension = "/",
     .summary = "a folder of SAM's or comal's level files: tensor_B_mode_0_seg or B0_seg.txt, ...",
     .read = read_folder});

}  // namespace
}  // namespace fiberloom
