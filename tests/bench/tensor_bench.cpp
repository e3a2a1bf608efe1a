#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "tensor/generate/generator.h"
#include "tensor/read/reader.h"
#include "tensor/tensor.h"
#include "tensor/write/writer.h"

namespace fiberloom {
namespace {

constexpr uint64_t kRows = 200'000;
constexpr size_t kChunk = 256;

CoordinateList matrix(int64_t entries_per_row) {
  return generate("nnz,values=uniform,nnz=" + std::to_string(kRows * entries_per_row),
                  {kRows, kRows});
}

/// Reads every fiber of the last level, as a scanner does. The arguments: entries a row.
void scan(benchmark::State& state, const char* format) {
  const Tensor tensor = pack(matrix(state.range(0)), parse_tensor_format(format));
  std::vector<uint64_t> rows;
  std::array<uint64_t, kChunk> coordinates{};
  std::array<uint64_t, kChunk> references{};
  FiberCursor cursor = tensor.level(0).open(0);
  while (const size_t n =
             tensor.level(0).read(cursor, kChunk, coordinates.data(), references.data())) {
    rows.insert(rows.end(), references.begin(), references.begin() + n);
  }
  for (auto _ : state) {
    for (const uint64_t row : rows) {
      cursor = tensor.level(1).open(row);
      size_t n = kChunk;
      while (n == kChunk) {
        n = tensor.level(1).read(cursor, kChunk, coordinates.data(), references.data());
        benchmark::DoNotOptimize(coordinates);
        benchmark::DoNotOptimize(references);
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(tensor.stored()));
}
BENCHMARK_CAPTURE(scan, compressed, "ss")->Arg(1)->Arg(8)->Arg(64);
BENCHMARK_CAPTURE(scan, coo, "uq")->Arg(1)->Arg(8)->Arg(64);

void pack_matrix(benchmark::State& state, const char* format) {
  const CoordinateList list = matrix(8);
  for (auto _ : state) {
    benchmark::DoNotOptimize(pack(list, parse_tensor_format(format)));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(list.entries()));
}
BENCHMARK_CAPTURE(pack_matrix, in_order, "ss")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_matrix, transposed, "ss:1,0")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(pack_matrix, coo, "uq")->Unit(benchmark::kMillisecond);

/// Bytes per second of reading and packing a sorted file, and of writing it.
void read_file(benchmark::State& state, const char* extension) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "fiberloom_bench").string() + extension;
  write_tensor(path, matrix(8));
  const auto bytes = static_cast<int64_t>(std::filesystem::file_size(path));
  for (auto _ : state) {
    benchmark::DoNotOptimize(pack(read_tensor(path), parse_tensor_format("ss")));
  }
  state.SetBytesProcessed(state.iterations() * bytes);
  std::filesystem::remove(path);
}
BENCHMARK_CAPTURE(read_file, mtx, ".mtx")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, tns, ".tns")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_file, mtx_gz, ".mtx.gz")->Unit(benchmark::kMillisecond);

void write_file(benchmark::State& state) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "fiberloom_bench_out.mtx").string();
  const CoordinateList list = matrix(8);
  for (auto _ : state) {
    write_tensor(path, list);
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(std::filesystem::file_size(path)));
  std::filesystem::remove(path);
}
BENCHMARK(write_file)->Unit(benchmark::kMillisecond);

void make_tensor(benchmark::State& state, const char* recipe) {
  int64_t entries = 0;
  for (auto _ : state) {
    entries = static_cast<int64_t>(generate(recipe, {kRows, kRows}).entries());
  }
  state.SetItemsProcessed(state.iterations() * entries);
}
BENCHMARK_CAPTURE(make_tensor, nnz, "nnz,nnz=1000000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_tensor, rmat, "rmat,nnz=1000000")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_tensor, banded, "banded,lower=2,upper=2")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fiberloom
