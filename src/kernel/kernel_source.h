#pragma once

#include <string>
#include <vector>

#include "einsum/expr.h"
#include "tensor/component_type.h"
#include "tensor/tensor_format.h"

namespace fiberloom {

/// An operand of a kernel: a tensor in one storage, of dense, compressed and COO levels.
struct KernelOperand {
  std::string name;     ///< in the kernel's text
  std::string of;       ///< the tensor of the expression that gives the data
  TensorFormat format;  ///< the storage that the kernel walks
  ComponentType type = ComponentType::float64;
};

/// The result: dense and compressed levels.
struct KernelResult {
  std::string name;
  TensorFormat format;
  ComponentType type = ComponentType::float64;
};

/// A kernel in C. The text is complete: it needs nothing but the C library (and OpenMP where it is
/// parallel), and defines the one external function `function` of type fiberloom_kernel.
struct KernelSource {
  std::string text;
  std::string function;
  std::vector<KernelOperand> operands;  ///< in the order in which the kernel takes them
  KernelResult result;
  IndexVariables sizes;   ///< the index variables whose sizes it takes, in this order
  IndexVariables loops;   ///< the variables of fiberloom_result::coordinates, in this order
  bool wide = false;      ///< segments and coordinates of 64 bits, else of 32
  bool parallel = false;  ///< it has OpenMP pragmas
};

}  // namespace fiberloom
