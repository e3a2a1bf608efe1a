#include "inputs.h"

#include <filesystem>
#include <numeric>

#include "tensor/formats/dense.h"
#include "tensor/generate/generator.h"
#include "tensor/generate/random.h"
#include "tensor/read/reader.h"

namespace fiberloom::bench {
namespace {

Input real(const std::string& name, const std::string& file) {
  return {.name = name, .file = "../shared/datasets/real/" + file};
}
Input taco(const std::string& name, const std::string& file) {
  return {.name = name, .file = "../shared/reference/taco/inputs/" + file};
}
Input made(const std::string& name, const std::string& recipe, std::vector<uint64_t> shape) {
  return {.name = name, .file = {}, .recipe = recipe + ",values=uniform", .shape = shape};
}

const int* array(const Tensor& tensor, size_t level, size_t which) {
  return static_cast<const int*>(tensor.level(level).arrays().at(which).data);
}

}  // namespace

const std::vector<Input>& matrices() {
  static const std::vector<Input> list = {
      real("bcsstk13", "bcsstk13.mtx.gz"),
      real("bcsstk14", "bcsstk14.mtx.gz"),
      real("bcsstk33", "bcsstk33.mtx.gz"),
      real("bayer10", "bayer10.mtx.gz"),
      real("fidapex6", "fidapex6.mtx.gz"),
      real("hammond", "hammond.mtx.gz"),
      real("lsc_Qu_2", "lsc_Qu_2.mtx.gz"),
      real("pubmed", "pubmed.mtx.gz"),
      real("4elt", "4elt.mtx.gz"),
      real("rmat_11", "rmat_11.mtx.gz"),
      made("uniform_1M", "nnz,nnz=1000000", {100'000, 100'000}),
      made("rmat_1M", "rmat,nnz=1000000", {131'072, 131'072}),
      made("banded_1M", "banded,lower=4,upper=4", {111'112, 111'112}),
      made("banded_8M", "banded,lower=4,upper=4", {888'891, 888'891}),
  };
  return list;
}

const std::vector<Input>& tensors3() {
  static const std::vector<Input> list = {
      real("splatt_med", "splatt_med.tns.gz"),
      real("wn18rr", "wn18rr_test.tns"),
      real("kinship", "alyawarra_kinship.tns"),
      taco("uni3d", "uni3d_500x400x300.tns.gz"),
      taco("plaw3d", "plaw3d_2000x1000x500.tns.gz"),
      taco("longk3d", "longk3d_1000x20x800.tns.gz"),
      made("uniform3_1M", "nnz,nnz=1000000", {2'000, 1'000, 1'000}),
  };
  return list;
}

Fibers fibers_of(const Tensor& tensor, size_t level) {
  return {.rows = static_cast<int>(tensor.level(level - 1).positions()),
          .columns = static_cast<int>(tensor.level(level).size()),
          .segments = array(tensor, level, 0),
          .coordinates = array(tensor, level, 1),
          .values = tensor.values().as<double>().data()};
}

std::optional<CoordinateList> load(const Input& input) {
  CoordinateList list;
  if (input.file.empty()) {
    return generate(input.recipe, input.shape);
  }
  const std::string path = std::string(FIBERLOOM_SOURCE "/") + input.file;
  if (!std::filesystem::exists(path)) {
    return std::nullopt;
  }
  list = read_tensor(path);
  list.shape_is_lower_bound = false;
  std::vector<size_t> order(list.order());
  std::iota(order.begin(), order.end(), size_t{0});
  sort_and_sum(list, order);
  return list;
}

Tensor dense_tensor(const std::vector<uint64_t>& shape, uint64_t seed) {
  Random random(seed, 1);
  std::vector<std::unique_ptr<Level>> levels;
  uint64_t count = 1;
  for (const uint64_t size : shape) {
    levels.push_back(std::make_unique<DenseLevel>(size, count));
    count *= size;
  }
  std::vector<double> values(count);
  for (double& value : values) {
    value = 0.5 + random.real();
  }
  return {uniform_format('d', shape.size()), shape, std::move(levels), Values(std::move(values)),
          count};
}

CoordinateList transposed(CoordinateList list) {
  std::swap(list.columns[0], list.columns[1]);
  std::swap(list.shape[0], list.shape[1]);
  return list;
}

}  // namespace fiberloom::bench
