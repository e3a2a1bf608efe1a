#include "lower/sam_kernels.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>

#include "base/text_file.h"
#include "support/program.h"

namespace fiberloom::test {
namespace {

const std::string kProduct = "X(i,j) = B(i,k) * C(k,j)";

/// "ss10" as "ss:1,0".
std::string written_format(const std::string& sams) {
  const std::string letters = sams.substr(0, sams.size() / 2);
  std::string modes;
  for (const char mode : sams.substr(sams.size() / 2)) {
    modes += (modes.empty() ? "" : ",") + std::string(1, mode);
  }
  return letters + ":" + modes;
}

/// The formats in the comment of SAM's graph: comment="X=ss01,B=ss10,c=s0,a=none".
std::vector<std::string> formats_of(const std::string& kernel) {
  const std::string text =
      read_text_file(source_path("../shared/reference/sam/dot/" + kernel + ".gv"));
  std::smatch comment;
  if (!std::regex_search(text, comment, std::regex("comment=\"([^\"]*)\""))) {
    throw std::runtime_error(kernel + ".gv has no comment");
  }
  std::vector<std::string> formats;
  const std::string tensors = comment[1];
  const std::regex one("(\\w+)=(\\w+)");
  for (std::sregex_iterator at(tensors.begin(), tensors.end(), one), end; at != end; ++at) {
    if ((*at)[2] != "none") {  // a scalar
      formats.push_back(fmt::format("{}:{}", (*at)[1].str(), written_format((*at)[2])));
    }
  }
  return formats;
}

}  // namespace

const std::vector<SamKernel>& sam_kernels() {
  static const std::vector<SamKernel> all = {
      {"mat_elemadd", "X(i,j) = B(i,j) + C(i,j)"},
      {"mat_elemadd3", "X(i,j) = B(i,j) + C(i,j) + D(i,j)"},
      {"mat_elemmul", "X(i,j) = B(i,j) * C(i,j)"},
      {"mat_identity", "X(i,j) = B(i,j)"},
      {"mat_identity_dense", "X(i,j) = B(i,j)", "", true},
      {"mat_mattransmul", "x(i) = b * C(j,i) * d(j) + e * f(i)"},
      {"mat_residual", "x(i) = b(i) - C(i,j) * d(j)"},
      {"mat_sddmm", "X(i,j) = B(i,j) * C(i,k) * D(k,j)", "reorder(i,j,k)", true},
      {"mat_spacc_simple", "X(j,k) = B(i,j,k)"},
      {"mat_vecmul_ij", "x(i) = B(i,j) * c(j)", "reorder(i,j)"},
      {"mat_vecmul_ji", "x(i) = B(i,j) * c(j)", "reorder(j,i)"},
      {"matmul_ijk", kProduct, "reorder(i,j,k)"},
      {"matmul_ikj", kProduct, "reorder(i,k,j)"},
      {"matmul_jik", kProduct, "reorder(j,i,k)"},
      {"matmul_jki", kProduct, "reorder(j,k,i)"},
      {"matmul_kij", kProduct, "reorder(k,i,j)"},
      {"matmul_kji", kProduct, "reorder(k,j,i)"},
      {"tensor3_elemadd", "X(i,j,k) = B(i,j,k) + C(i,j,k)"},
      {"tensor3_elemmul", "X(i,j,k) = B(i,j,k) * C(i,j,k)"},
      {"tensor3_identity", "X(i,j,k) = B(i,j,k)"},
      {"tensor3_identity_dense", "X(i,j,k) = B(i,j,k)", "", true},
      {"tensor3_innerprod", "x = B(i,j,k) * C(i,j,k)"},
      {"tensor3_mttkrp", "X(i,j) = B(i,k,l) * C(j,k) * D(j,l)", "reorder(i,j,k,l)"},
      {"tensor3_ttm", "X(i,j,k) = B(i,j,l) * C(k,l)", "reorder(i,j,k,l)"},
      {"tensor3_ttv", "X(i,j) = B(i,j,k) * c(k)", "reorder(i,j,k)"},
      {"vec_elemadd", "x(i) = b(i) + c(i)"},
      {"vec_elemmul", "x(i) = b(i) * c(i)"},
      {"vec_identity", "x(i) = b(i)"},
      {"vec_scalar_mul", "x(i) = b * c(i)"},
      {"vec_spacc_simple", "x(j) = B(i,j)"},
  };
  return all;
}

const std::vector<SamKernel>& sam_study_kernels() {
  static const std::vector<SamKernel> all = {
      {"mat_sddmm_unfused_1",
       "T(i,j) = C(i,k) * D(k,j)",
       "reorder(i,j,k)",
       true,
       {"T:dd", "C:dd", "D:dd:1,0"}},
      {"mat_sddmm_unfused_2", "X(i,j) = B(i,j) * T(i,j)", "", true, {"X:ss", "B:ss", "T:dd"}},
      {"vec_elemmul_uncompressed", "x(i) = b(i) * c(i)", "", true, {"x:d", "b:d", "c:d"}},
  };
  return all;
}

const SamKernel& kernel_of_graph(const std::string& graph) {
  const std::string name = graph == "mat_vecmul"               ? "mat_vecmul_ji"
                           : graph == "mat_sddmm_coiter_fused" ? "mat_sddmm"
                                                               : graph;
  for (const auto* list : {&sam_kernels(), &sam_study_kernels()}) {
    const auto found = std::ranges::find(*list, name, &SamKernel::name);
    if (found != list->end()) {
      return *found;
    }
  }
  throw std::out_of_range("no kernel " + graph);
}

Compiled compile_kernel(const SamKernel& kernel) {
  CompileOptions options;
  options.formats = kernel.formats.empty() ? formats_of(kernel.name) : kernel.formats;
  options.scan_dense = kernel.scan_dense;
  if (!kernel.order.empty()) {
    options.schedule = {kernel.order};
  }
  return compile(kernel.expression, options);
}

std::map<std::string, int> block_counts(const Graph& graph) {
  std::map<std::string, int> counts;
  for (const BlockNode& block : graph.blocks) {
    if (block.spec->type != "root") {
      ++counts[block.spec->type];
    }
  }
  return counts;
}

}  // namespace fiberloom::test
