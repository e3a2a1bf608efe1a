#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tensor/tensor.h"

namespace fiberloom::bench {

/// The arrays of a matrix in CSR, or of the last two levels of a 3-tensor in CSF with a dense first
/// level.
struct Fibers {
  int rows = 0;
  int columns = 0;
  const int* segments = nullptr;
  const int* coordinates = nullptr;
  const double* values = nullptr;  ///< of a matrix
  int nonzeros() const { return segments[rows]; }
};

Fibers fibers_of(const Tensor& tensor, size_t level);

/// A sparse input: where it comes from, and how it is made when it is needed.
struct Input {
  std::string name;
  std::string file{};    ///< below the project's folder; empty: made by the recipe
  std::string recipe{};  ///< of src/tensor/generate
  std::vector<uint64_t> shape{};
};

const std::vector<Input>& matrices();
const std::vector<Input>& tensors3();

/// None where its file is absent.
std::optional<CoordinateList> load(const Input& input);
/// Values in 0.5 .. 1.5, another sequence for each seed.
Tensor dense_tensor(const std::vector<uint64_t>& shape, uint64_t seed);
/// The same entries with rows and columns exchanged.
CoordinateList transposed(CoordinateList list);

}  // namespace fiberloom::bench
