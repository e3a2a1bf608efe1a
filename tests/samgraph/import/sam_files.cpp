#include "samgraph/import/sam_files.h"

#include <filesystem>

namespace fiberloom::testing {

const std::map<std::string, std::string>& sam_expressions() {
  static const std::map<std::string, std::string> kAll = {
      {"mat_elemadd", "X(i,j) = B(i,j) + C(i,j)"},
      {"mat_elemadd3", "X(i,j) = B(i,j) + C(i,j) + D(i,j)"},
      {"mat_elemmul", "X(i,j) = B(i,j) * C(i,j)"},
      {"mat_identity", "X(i,j) = B(i,j)"},
      {"mat_identity_dense", "X(i,j) = B(i,j)"},
      {"mat_mattransmul", "x(i) = b * C(j,i) * d(j) + e * f(i)"},
      {"mat_residual", "x(i) = b(i) - C(i,j) * d(j)"},
      {"mat_sddmm", "X(i,j) = B(i,j) * C(i,k) * D(k,j)"},
      {"mat_spacc_simple", "X(j,k) = B(i,j,k)"},
      {"mat_vecmul_ij", "x(i) = B(i,j) * c(j)"},
      {"mat_vecmul_ji", "x(i) = B(i,j) * c(j)"},
      {"matmul_ijk", "X(i,j) = B(i,k) * C(k,j)"},
      {"matmul_ikj", "X(i,j) = B(i,k) * C(k,j)"},
      {"matmul_jik", "X(i,j) = B(i,k) * C(k,j)"},
      {"matmul_jki", "X(i,j) = B(i,k) * C(k,j)"},
      {"matmul_kij", "X(i,j) = B(i,k) * C(k,j)"},
      {"matmul_kji", "X(i,j) = B(i,k) * C(k,j)"},
      {"tensor3_elemadd", "X(i,j,k) = B(i,j,k) + C(i,j,k)"},
      {"tensor3_elemmul", "X(i,j,k) = B(i,j,k) * C(i,j,k)"},
      {"tensor3_identity", "X(i,j,k) = B(i,j,k)"},
      {"tensor3_identity_dense", "X(i,j,k) = B(i,j,k)"},
      {"tensor3_innerprod", "x = B(i,j,k) * C(i,j,k)"},
      {"tensor3_mttkrp", "X(i,j) = B(i,k,l) * C(j,k) * D(j,l)"},
      {"tensor3_ttm", "X(i,j,k) = B(i,j,l) * C(k,l)"},
      {"tensor3_ttv", "X(i,j) = B(i,j,k) * c(k)"},
      {"vec_ds_compression", "x(i) = b(i)"},
      {"vec_sd_compression", "x(i) = b(i)"},
      {"vec_elemadd", "x(i) = b(i) + c(i)"},
      {"vec_elemmul", "x(i) = b(i) * c(i)"},
      {"vec_identity", "x(i) = b(i)"},
      {"vec_scalar_mul", "x(i) = b * c(i)"},
      {"vec_spacc_simple", "x(j) = B(i,j)"},
      {"add_mul_left", "x(i) = (b(i) + c(i)) * d(i)"},
      {"bound_sched", "x(i) = B(i,j) * c(j)"},
      {"colsum", "x(j) = B(i,j)"},
      {"const_mul", "x(i) = 2 * b(i)"},
      {"csr_mm", "X(i,j) = B(i,k) * C(k,j)"},
      {"diag", "x(i) = B(i,i)"},
      {"dot", "x = b(i) * c(i)"},
      {"elemmul_order5", "X(i,j,k,l,m) = B(i,j,k,l,m) * C(i,j,k,l,m)"},
      {"gemm_add2", "X(i,j) = A(i,j) + B(i,k) * C(k,j)"},
      {"matmul3", "X(i,j) = B(i,k) * C(k,l) * D(l,j)"},
      {"mttkrp_dense", "X(i,j) = B(i,k,l) * C(j,k) * D(j,l)"},
      {"mul3_vec", "x(i) = b(i) * c(i) * d(i)"},
      {"mul_add", "x(i) = b(i) * c(i) + d(i)"},
      {"neg_vec", "x(i) = -b(i)"},
      {"order4_contract2", "X(i,j) = B(i,j,k,l) * C(k,l)"},
      {"order4_identity", "X(i,j,k,l) = B(i,j,k,l)"},
      {"order4_reduce3", "x(i) = B(i,j,k,l)"},
      {"outer_sum", "X(i,j) = b(i) + c(j)"},
      {"plus2_mixed_order3", "X(i,j,k) = B(i,j,k) + C(i,j,k) + D(i,j,k)"},
      {"precompute_sched", "X(i,j) = B(i,k) * C(k,j)"},
      {"repeated_add", "X(i,j) = B(i,j) + B(i,j)"},
      {"residual_mat2", "X(i,j) = A(i,j) - B(i,k) * C(k,j)"},
      {"scalar_add", "x = b + c"},
      {"scalar_var", "x(i) = a * b(i) + c * d(i)"},
      {"sddmm_sparse", "X(i,j) = B(i,j) * C(i,k) * D(k,j)"},
      {"spacc2_kl", "X(i,j) = B(k,l,i) * C(k,l,j)"},
      {"spacc_tensor_outer", "X(i,j,k) = B(l,i,j) * C(l,k)"},
      {"split_sched", "x(i) = b(i) * c(i)"},
      {"spmv_dense_out", "x(i) = B(i,j) * c(j)"},
      {"ss_dd_elemmul", "X(i,j) = B(i,j) * C(i,j)"},
      {"trace", "x = B(i,i)"},
      {"transposed_elemadd_concordant", "X(i,j) = B(i,j) + C(j,i)"},
      {"twospmv", "x(i) = B(i,j) * c(j) + D(i,j) * d(j)"},
      {"union4_vec", "x(i) = b(i) + c(i) + d(i) + e(i)"},
  };
  return kAll;
}

std::string sam_expression_key(const std::string& file) {
  std::string key = std::filesystem::path(file).stem().string();
  for (const char* suffix : {"_pin", "_head", "_HAND", "_WRONG"}) {
    if (key.ends_with(suffix)) {
      key.erase(key.size() - std::string(suffix).size());
    }
  }
  return key;
}

const std::vector<SamFault>& refused_sam_files() {
  // A sum in front of the accumulator takes the innermost loop away whose coordinates the
  // accumulator needs: which value belongs to which coordinate is lost.
  static const std::string kSummedTooEarly = "gets values of the loops ";
  // The dropper takes coordinates away at which another addend has values.
  static const std::string kDropsAddend = "for which the result still has the values of add ";
  // Which of two streams is the result's, nothing says.
  static const std::string kTwoAccumulators = "both feed ";
  static const std::vector<SamFault> kAll = {
      {"extra/colsum_pin", kSummedTooEarly},
      {"extra/csr_mm_pin", kSummedTooEarly},
      {"extra/mttkrp_dense_head", kSummedTooEarly},
      {"extra/order4_contract2_head", kSummedTooEarly},
      {"extra/precompute_sched_pin", kSummedTooEarly},
      {"extra/spacc_tensor_outer_pin", kSummedTooEarly},
      {"mat_spacc_simple", kSummedTooEarly},
      {"mat_vecmul_ji", kSummedTooEarly},
      {"matmul_ikj", kSummedTooEarly},
      {"matmul_jki", kSummedTooEarly},
      {"matmul_kij", kSummedTooEarly},
      {"matmul_kji", kSummedTooEarly},
      {"vec_spacc_simple", kSummedTooEarly},
      {"version_head/tensor3_mttkrp", kSummedTooEarly},
      {"extra/gemm_add2_pin", kDropsAddend},
      {"extra/residual_mat2_pin", kDropsAddend},
      {"mat_mattransmul", kDropsAddend},
      {"mat_residual", kDropsAddend},
      {"version_head/mat_mattransmul", kDropsAddend},
      {"version_head/mat_residual", kDropsAddend},
      {"extra/matmul3_head", kTwoAccumulators},
      {"extra/matmul3_pin", kTwoAccumulators},
      {"extra/order4_reduce3_head", kTwoAccumulators},
      {"extra/spacc2_kl_head", kTwoAccumulators},
      {"extra/spacc2_kl_pin", kTwoAccumulators},
      {"version_head/tensor3_innerprod", kTwoAccumulators},
      // The constant is nowhere in the file.
      {"extra/const_mul_head", "mul 2 has 1 operand"},
      {"extra/const_mul_pin", "mul 2 has 1 operand"},
      // The compiler gives up on B(i,i): an edge without its source, and B is never walked.
      {"extra/diag_head", "block 1 is declared twice, and not alike"},
      {"extra/diag_pin", "block 1 is declared twice, and not alike"},
      {"extra/trace_pin", "block 2 is declared twice, and not alike"},
  };
  return kAll;
}

const std::vector<SamError>& wrong_sam_files() {
  static const std::string kIntersects = "d is intersected with b and c both, not with their union";
  static const std::string kNoUnion =
      "the loops are those of b and c alone, so an element that "
      "only one of them has is lost";
  static const std::string kSumsAddend = "the other addend stands inside of the sum";
  static const std::vector<SamError> kAll = {
      {"extra/add_mul_left_head", kIntersects},
      {"extra/add_mul_left_pin", kIntersects},
      {"extra/neg_vec_head", "the minus is gone", "x(i) = b(i)"},
      {"extra/neg_vec_pin", "the minus is gone", "x(i) = b(i)"},
      {"extra/outer_sum_head", kNoUnion},
      {"extra/outer_sum_pin", kNoUnion},
      {"version_78a3/mat_mattransmul", kSumsAddend},
      {"version_78a3/mat_residual", kSumsAddend},
  };
  return kAll;
}

}  // namespace fiberloom::testing
