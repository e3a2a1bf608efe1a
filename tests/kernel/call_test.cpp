#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "kernel/environment.h"
#include "kernel/kernel_call.h"
#include "kernel/kernel_texts.h"
#include "tensor/random_tensor.h"

namespace fiberloom {
namespace {

using testing::PointMap;
using testing::points_of;

/// Small whole values at random places, so that sums are exact.
CoordinateList random_points(std::vector<uint64_t> shape, size_t entries) {
  CoordinateList list{.shape = shape, .columns = {}, .values = {}};
  list.columns.resize(shape.size());
  std::vector<double> values;
  for (size_t e = 0; e < entries; ++e) {
    for (size_t mode = 0; mode < shape.size(); ++mode) {
      list.columns[mode].push_back(*rc::gen::inRange<uint64_t>(0, shape[mode]));
    }
    values.push_back(*rc::gen::inRange(1, 9));
  }
  list.values = Values(std::move(values));
  return list;
}

/// The product over the last mode of `left` and the first of `right`.
PointMap contracted(const CoordinateList& left, const CoordinateList& right) {
  PointMap sums;
  for (const auto& [a, x] : points_of(left)) {
    for (const auto& [b, y] : points_of(right)) {
      if (a.back() == b.front()) {
        std::vector<uint64_t> point(a.begin(), a.end() - 1);
        point.insert(point.end(), b.begin() + 1, b.end());
        sums[point] += x * y;
      }
    }
  }
  return sums;
}

PointMap result_of(const KernelSource& source, const CompiledKernel& kernel,
                   const CoordinateList& left, const CoordinateList& right, const IndexSizes& sizes,
                   std::vector<uint64_t> shape, int threads = 1) {
  const Tensor a = pack(left, source.operands[0].format);
  const Tensor b = pack(right, source.operands[1].format);
  KernelCall call(source, kernel, {{source.operands[0].name, &a}, {source.operands[1].name, &b}},
                  sizes, std::move(shape));
  call.run(threads);
  call.run(threads);  // as if nothing had been before
  return points_of(unpack(call.result()));
}

}  // namespace

TEST_CASE("kernels written by hand compute what plain loops do", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelCompiler compiler = workshop.compiler();
  for (const bool wide : {false, true}) {
    for (const KernelSource& source :
         {spmv_kernel(wide), spmv_kernel(wide, true), coo_spmv_kernel(wide)}) {
      const CompiledKernel kernel = compiler.compile(source);
      CHECK(rc::check([&] {
        const uint64_t rows = *rc::gen::inRange(1, 20);
        const uint64_t columns = *rc::gen::inRange(1, 20);
        const CoordinateList matrix = random_points({rows, columns}, *rc::gen::inRange(0, 40));
        const CoordinateList vector = random_points({columns}, *rc::gen::inRange(0, 20));
        RC_ASSERT(result_of(source, kernel, matrix, vector, {{"i", rows}}, {rows},
                            source.parallel ? 2 : 1) == contracted(matrix, vector));
      }));
    }
    const KernelSource source = spgemm_kernel(wide);
    const CompiledKernel kernel = compiler.compile(source);
    CHECK(rc::check([&] {
      const uint64_t i = *rc::gen::inRange(1, 12);
      const uint64_t j = *rc::gen::inRange(1, 12);
      const uint64_t k = *rc::gen::inRange(1, 12);
      const CoordinateList left = random_points({i, j}, *rc::gen::inRange(0, 40));
      const CoordinateList right = random_points({j, k}, *rc::gen::inRange(0, 40));
      RC_ASSERT(result_of(source, kernel, left, right, {{"i", i}, {"k", k}}, {i, k}) ==
                contracted(left, right));
    }));
  }
}

TEST_CASE("the bytes of a call are those of its arrays, each once", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelSource source = spmv_kernel();
  const CompiledKernel kernel = workshop.compiler().compile(source);
  const Tensor matrix = pack({.shape = {3, 4},
                              .columns = {{0, 1, 1}, {0, 0, 3}},
                              .values = Values(std::vector{1.0, 2.0, 3.0})},
                             parse_tensor_format("ds"));
  const Tensor vector = pack({.shape = {4}, .columns = {{0}}, .values = Values(std::vector{1.0})},
                             parse_tensor_format("d"));
  KernelCall call(source, kernel, {{"B", &matrix}, {"c", &vector}}, {{"i", 3}}, {3});
  call.run(1);
  CHECK(call.bytes() == (4 + 3) * 4 + 3 * 8 + 4 * 8 + 3 * 8);
}

TEST_CASE("a call that lacks an argument is refused", "[kernel]") {
  const KernelWorkshop workshop;
  const KernelSource source = spmv_kernel();
  const CompiledKernel kernel = workshop.compiler().compile(source);
  CHECK_THROWS_WITH(KernelCall(source, kernel, {}, {{"i", 3}}, {3}),
                    Catch::Contains("not given its argument B"));
}

}  // namespace fiberloom
