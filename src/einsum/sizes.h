#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "einsum/statement.h"

namespace fiberloom {

/// What is known of a tensor's shape.
struct TensorShape {
  std::vector<uint64_t> sizes;
  bool lower_bound = false;  ///< the largest coordinates seen (.tns), not the sizes themselves
};
using TensorShapes = std::map<std::string, TensorShape>;

/// The size of each index variable. One name has one size in all statements of a program.
using IndexSizes = std::map<std::string, uint64_t>;

/// One `-d`: "i:100" for an index, "A:6,7" for a tensor.
struct SizeOption {
  std::string name;
  std::vector<uint64_t> sizes;
};
/// Throws Error (bad_input), columns counted in `text`.
SizeOption parse_size_option(std::string_view text);

/// The size of every index variable that the shapes and options determine. Variables that index the
/// same mode of a tensor have one size. Exact sizes (.mtx, options) must agree with each other and
/// reach every lower bound (.tns); among lower bounds the largest holds.
/// Throws Error (bad_input): a contradiction (it names both sources and sizes), a shape or option
/// with another number of sizes than the tensor has indices, an option that names nothing.
IndexSizes index_sizes(const Program& program, const TensorShapes& shapes,
                       const std::vector<SizeOption>& options = {});

/// Throws Error at the first variable without a size.
void require_sizes(const Program& program, const IndexSizes& sizes);

std::vector<uint64_t> shape_of(const Access& access, const IndexSizes& sizes);

}  // namespace fiberloom
