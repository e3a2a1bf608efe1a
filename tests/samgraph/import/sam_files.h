#pragma once

#include <map>
#include <string>
#include <vector>

namespace fiberloom::testing {

/// What each graph of SAM's compiler is to compute, by its name without folder, version and
/// extension: tensors, modes and loops are in the files, the expression is not.
const std::map<std::string, std::string>& sam_expressions();

/// The key of a file in sam_expressions().
std::string sam_expression_key(const std::string& file);

/// A graph that does not compute its expression.
struct SamFault {
  std::string file;    ///< below reference/sam/dot, without .gv
  std::string reason;  ///< a part of the message with which it is refused
};
/// Graphs that are refused.
const std::vector<SamFault>& refused_sam_files();

/// A graph that is sound and computes another tensor than its expression: nothing in the file shows
/// it.
struct SamError {
  std::string file;
  std::string why;
  std::string computes{};  ///< where an expression says it
};
const std::vector<SamError>& wrong_sam_files();

}  // namespace fiberloom::testing
