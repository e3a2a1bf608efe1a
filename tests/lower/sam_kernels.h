#pragma once

#include <map>
#include <string>
#include <vector>

#include "lower/compile.h"

namespace fiberloom::test {

/// A kernel of SAM's list, as the compiler is asked for it.
struct SamKernel {
  std::string name;  ///< of its graph file, and of ours in graphs/
  std::string expression;
  std::string order{};                 ///< a reorder command; empty: the default order
  bool scan_dense = false;             ///< SAM's graphs scan dense operands
  std::vector<std::string> formats{};  ///< empty: as the comment of SAM's graph says
};

/// The thirty whose graphs Custard made.
const std::vector<SamKernel>& sam_kernels();

/// Kernels that SAM's fusion and format studies wrote by hand.
const std::vector<SamKernel>& sam_study_kernels();

/// The kernel that a graph of graphs/ computes.
const SamKernel& kernel_of_graph(const std::string& graph);

Compiled compile_kernel(const SamKernel& kernel);

/// Blocks by type, without roots.
std::map<std::string, int> block_counts(const Graph& graph);

}  // namespace fiberloom::test
