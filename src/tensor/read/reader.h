#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/registry.h"
#include "tensor/component_type.h"
#include "tensor/coordinate_list.h"

namespace fiberloom {

struct ReadOptions {
  /// The component type of the values; nullopt takes the file's own: int64 where it says that its
  /// values are integers, else float64. A value that an integer type cannot hold is an error, and
  /// so is one of an integer file that a real type cannot hold exactly.
  std::optional<ComponentType> type = ComponentType::float64;
  /// In a folder of level files: the tensor's name; may be empty if the folder holds but one.
  std::string tensor{};
  /// In a folder of level files: the mode that each level holds; empty means the modes' own order.
  std::vector<size_t> mode_order{};
};

/// Reads a tensor file, whose reader is chosen by its extension (a .gz behind it is looked
/// through), or a folder of level files. Entries come as they stand in the file, symmetric ones
/// mirrored; duplicates are not summed yet. Memory grows with the data, never by a claimed size.
/// Throws Error (bad_input) with the file's line.
CoordinateList read_tensor(const std::string& path, const ReadOptions& options = {});

/// A reader of one kind of file: one file of this folder describes and registers each.
struct TensorReader {
  std::string extension;  ///< with its dot, lower case; "/" is a folder
  std::string summary;
  std::function<CoordinateList(const std::string& path, const ReadOptions&)> read;
};

/// The registry of readers.
using TensorReaders = Registry<TensorReader, &TensorReader::extension>;

}  // namespace fiberloom
