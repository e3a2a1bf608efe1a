#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/registry.h"
#include "tensor/coordinate_list.h"

namespace fiberloom {

/// Writes a tensor file, whose writer is chosen by its extension (with .gz behind it, compressed):
/// coordinates in ascending order, duplicates summed, values in the shortest form that reads back
/// as the same value. The file is replaced in one step. Throws Error: a tensor that the format
/// cannot hold (bad_input), a file that cannot be written (environment).
void write_tensor(const std::string& path, CoordinateList list);

/// A writer of one kind of file: one file of this folder describes and registers each.
struct TensorWriter {
  std::string extension;  ///< with its dot, lower case
  std::string summary;
  /// Gets a list that is sorted and free of duplicates.
  std::function<void(const std::string& path, const CoordinateList&)> write;
};

/// The registry of writers.
using TensorWriters = Registry<TensorWriter, &TensorWriter::extension>;

}  // namespace fiberloom
