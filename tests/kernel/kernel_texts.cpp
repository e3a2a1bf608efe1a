#include "kernel/kernel_texts.h"

#include "base/text_file.h"
#include "support/program.h"

namespace fiberloom {
namespace {

const ComponentType kDouble = ComponentType::float64;

/// The interface, the type of positions, and the function.
std::string text_of(const std::string& body, bool wide) {
  return read_text_file(source_path("src/kernel/interface.h")) + "#include <stdlib.h>\n" +
         "#include <string.h>\n" + "typedef " + (wide ? "int64_t" : "int32_t") +
         " idx;\n"
         "int kernel(const fiberloom_operand* operands, const int64_t* sizes, int threads,\n"
         "           fiberloom_result* result) {\n" +
         body + "}\n";
}

constexpr const char* kSpmv = R"(
  const idx* segments = operands[0].levels[1].segments;
  const idx* coordinates = operands[0].levels[1].coordinates;
  const double* b = operands[0].values;
  const double* c = operands[1].values;
  double* x = result->values;
#pragma omp parallel for num_threads(threads)
  for (int64_t i = 0; i < sizes[0]; ++i) {
    double sum = 0;
    for (idx p = segments[i]; p < segments[i + 1]; ++p) sum += b[p] * c[coordinates[p]];
    x[i] = sum;
  }
  return FIBERLOOM_OK;
)";

constexpr const char* kCooSpmv = R"(
  const idx* segments = operands[0].levels[0].segments;
  const idx* rows = operands[0].levels[0].coordinates;
  const idx* columns = operands[0].levels[1].coordinates;
  const double* b = operands[0].values;
  const double* c = operands[1].values;
  double* x = result->values;
  memset(x, 0, sizeof(double) * sizes[0]);
  for (idx p = segments[0]; p < segments[1]; ++p) x[rows[p]] += b[p] * c[columns[p]];
  return FIBERLOOM_OK;
)";

constexpr const char* kSpgemm = R"(
  const fiberloom_operand A = operands[0], B = operands[1];
  const idx *As = A.levels[1].segments, *Ac = A.levels[1].coordinates;
  const idx *Bs = B.levels[1].segments, *Bc = B.levels[1].coordinates;
  const double *a = A.values, *b = B.values;
  const int64_t rows = sizes[0], columns = sizes[1];
  int status = FIBERLOOM_OUT_OF_MEMORY;
  double* work = calloc(columns + 1, sizeof(double));
  char* seen = calloc(columns + 1, 1);
  idx* segments = malloc(sizeof(idx) * (rows + 1));
  int64_t room = 4, count = 0;
  idx* coordinates = malloc(sizeof(idx) * room);
  double* values = malloc(sizeof(double) * room);
  if (!work || !seen || !segments || !coordinates || !values) goto end;
  segments[0] = 0;
  for (int64_t i = 0; i < rows; ++i) {
    for (idx p = As[i]; p < As[i + 1]; ++p)
      for (idx q = Bs[Ac[p]]; q < Bs[Ac[p] + 1]; ++q) {
        work[Bc[q]] += a[p] * b[q];
        seen[Bc[q]] = 1;
      }
    for (int64_t k = 0; k < columns; ++k) {
      if (!seen[k]) continue;
      if (count == room) {
        room *= 2;
        idx* c = realloc(coordinates, sizeof(idx) * room);
        if (!c) goto end;
        coordinates = c;
        double* v = realloc(values, sizeof(double) * room);
        if (!v) goto end;
        values = v;
      }
      coordinates[count] = k;
      values[count++] = work[k];
      work[k] = 0;
      seen[k] = 0;
    }
    segments[i + 1] = count;
  }
  status = FIBERLOOM_OK;
end:
  free(work);
  free(seen);
  result->levels[1].segments = segments;
  result->levels[1].coordinates = coordinates;
  result->levels[1].positions = count;
  result->values = values;
  return status;
)";

constexpr const char* kDivision = R"(
  for (int64_t i = 0; i < sizes[0]; ++i)
    if (((const int32_t*)operands[1].values)[i] == 0) {
      result->coordinates[0] = i;
      return FIBERLOOM_DIVISION_BY_ZERO;
    }
  return FIBERLOOM_OUT_OF_MEMORY;
)";

TensorFormat format(const std::string& text) { return parse_tensor_format(text); }

}  // namespace

KernelSource spmv_kernel(bool wide, bool parallel) {
  return {.text = text_of(kSpmv, wide),
          .function = "kernel",
          .operands = {{"B", "B", format("ds"), kDouble}, {"c", "c", format("d"), kDouble}},
          .result = {"x", format("d"), kDouble},
          .sizes = {"i"},
          .loops = {"i", "j"},
          .wide = wide,
          .parallel = parallel};
}

KernelSource coo_spmv_kernel(bool wide) {
  KernelSource source = spmv_kernel(wide);
  source.text = text_of(kCooSpmv, wide);
  source.operands[0].format = format("uq");
  return source;
}

KernelSource spgemm_kernel(bool wide) {
  return {.text = text_of(kSpgemm, wide),
          .function = "kernel",
          .operands = {{"A", "A", format("ds"), kDouble}, {"B", "B", format("ds"), kDouble}},
          .result = {"X", format("ds"), kDouble},
          .sizes = {"i", "k"},
          .loops = {"i", "j", "k"},
          .wide = wide};
}

KernelSource division_kernel() {
  const ComponentType type = ComponentType::int32;
  return {.text = text_of(kDivision, false),
          .function = "kernel",
          .operands = {{"a", "a", format("d"), type}, {"b", "b", format("d"), type}},
          .result = {"x", format("d"), type},
          .sizes = {"i"},
          .loops = {"i"}};
}

KernelSource kernel_of_body(const std::string& body) {
  return {.text = text_of(body, false),
          .function = "kernel",
          .operands = {},
          .result = {"x", format("s"), kDouble},
          .sizes = {"i"},
          .loops = {"i"}};
}

}  // namespace fiberloom
