#include <cstdlib>
#include <cstring>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "kernel/operand_binding.h"
#include "kernel/result_binding.h"
#include "tensor/random_tensor.h"

namespace fiberloom {
namespace {

using testing::PointMap;
using testing::points_of;

/// Reads a bound operand as interface.h says, knowing nothing of the tensor's own classes.
class OperandReader {
 public:
  OperandReader(const fiberloom_operand& operand, const KernelOperand& declared, bool wide)
      : operand_(operand), declared_(declared), wide_(wide), point_(declared.format.levels()) {}

  PointMap points() {
    walk(0, 0);
    return points_;
  }

 private:
  int64_t number(const void* array, int64_t at) const {
    return wide_ ? static_cast<const int64_t*>(array)[at] : static_cast<const int32_t*>(array)[at];
  }

  void walk(size_t k, int64_t parent) {
    if (k == point_.size()) {
      add(parent);
      return;
    }
    const fiberloom_level& level = operand_.levels[k];
    uint64_t& coordinate = point_[declared_.format.order[k]];
    switch (declared_.format.letters[k]) {
      case 'd':
        for (int64_t c = 0; c < level.size; ++c) {
          coordinate = static_cast<uint64_t>(c);
          walk(k + 1, parent * level.size + c);
        }
        return;
      case 's':
      case 'u':
        for (int64_t p = number(level.segments, parent); p < number(level.segments, parent + 1);
             ++p) {
          coordinate = static_cast<uint64_t>(number(level.coordinates, p));
          walk(k + 1, p);
        }
        return;
      default:
        coordinate = static_cast<uint64_t>(number(level.coordinates, parent));
        walk(k + 1, parent);
    }
  }

  void add(int64_t position) {
    const double value = with_component_type(declared_.type, [&](auto zero) {
      return static_cast<double>(static_cast<const decltype(zero)*>(operand_.values)[position]);
    });
    if (value != 0) {
      points_[point_] += value;
    }
  }

  const fiberloom_operand& operand_;
  const KernelOperand& declared_;
  bool wide_;
  std::vector<uint64_t> point_;
  PointMap points_;
};

TensorFormat without(const TensorFormat& format, const std::string& letters) {
  TensorFormat made = format;
  for (char& letter : made.letters) {
    letter = letters.find(letter) == std::string::npos ? letter : 's';
  }
  return made;
}

void* duplicate(const void* from, size_t bytes) {
  void* copy = std::malloc(bytes + 1);
  if (bytes > 0) {
    std::memcpy(copy, from, bytes);
  }
  return copy;
}

/// Hands the arrays of a tensor over as a kernel would that copies its operand.
void fill(fiberloom_result& result, const fiberloom_operand& operand, const Tensor& tensor,
          bool wide) {
  const size_t width = wide ? sizeof(int64_t) : sizeof(int32_t);
  uint64_t parents = 1;
  for (size_t k = 0; k < tensor.order(); ++k) {
    const uint64_t positions = tensor.level(k).positions();
    if (!tensor.level(k).arrays().empty()) {
      result.levels[k].segments = duplicate(operand.levels[k].segments, (parents + 1) * width);
      result.levels[k].coordinates = duplicate(operand.levels[k].coordinates, positions * width);
      result.levels[k].positions = static_cast<int64_t>(positions);
    }
    parents = positions;
  }
  const size_t bytes = tensor.values().bytes();
  if (result.values == nullptr) {
    result.values = duplicate(operand.values, bytes);
  } else if (bytes > 0) {
    std::memcpy(result.values, operand.values, bytes);
  }
}

}  // namespace

TEST_CASE("an operand's arrays mean what the interface says, in every format", "[kernel]") {
  CHECK(rc::check([] {
    const CoordinateList list = testing::random_list(4, false);
    const KernelOperand operand{
        .name = "A",
        .of = "A",
        .format = without(testing::random_format(list.order()), "b"),
        .type = *rc::gen::element(list.values.type(), ComponentType::float64)};
    const bool wide = *rc::gen::arbitrary<bool>();
    const Tensor tensor = pack(list, operand.format);
    const BoundOperand bound(operand, tensor, wide);
    const fiberloom_operand view = bound.view();
    RC_ASSERT(OperandReader(view, operand, wide).points() == points_of(list));
  }));
}

TEST_CASE("a kernel's result becomes the tensor that its arrays hold", "[kernel]") {
  CHECK(rc::check([] {
    const CoordinateList list = testing::random_list(4, false);
    KernelSource source;
    source.wide = *rc::gen::arbitrary<bool>();
    source.result = {.name = "x",
                     .format = without(testing::random_format(list.order()), "bucq"),
                     .type = list.values.type()};
    const Tensor tensor = pack(list, source.result.format);
    const BoundOperand bound({"A", "A", source.result.format, list.values.type()}, tensor,
                             source.wide);
    BoundResult result(source, list.shape);
    fill(*result.view(), bound.view(), tensor, source.wide);
    RC_ASSERT(result.bytes() == bound.bytes());
    const Tensor made = result.take();
    PointMap points = points_of(unpack(made));
    std::erase_if(points, [](const auto& point) { return point.second == 0; });  // an empty scalar
    RC_ASSERT(points == points_of(list));
    RC_ASSERT(made.shape() == list.shape);
  }));
}

TEST_CASE("arrays of the kernel's width and type are not copied", "[kernel]") {
  CoordinateList list{
      .shape = {3, 4}, .columns = {{0, 2}, {1, 3}}, .values = Values(std::vector{1.5, 2.5})};
  const TensorFormat format = parse_tensor_format("ds");
  const Tensor tensor = pack(list, format);
  CHECK(BoundOperand({"A", "A", format, ComponentType::float64}, tensor, false).copies() == 0);
  CHECK(BoundOperand({"A", "A", format, ComponentType::float64}, tensor, true).copies() == 2);
  CHECK(BoundOperand({"A", "A", format, ComponentType::float32}, tensor, true).copies() == 3);
}

TEST_CASE("an operand in another storage, or with values that do not fit, is refused", "[kernel]") {
  CoordinateList list{.shape = {3}, .columns = {{0, 2}}, .values = Values(std::vector{1.5, 2.5})};
  const TensorFormat format = parse_tensor_format("s");
  const Tensor tensor = pack(list, format);
  CHECK_THROWS_WITH(BoundOperand({"A", "A", parse_tensor_format("d"), {}}, tensor, false),
                    Catch::Contains("stored as s, not d"));
  CHECK_THROWS_WITH(BoundOperand({"A", "A", format, ComponentType::int32}, tensor, false),
                    Catch::Contains("1.5"));
  const Tensor bits = pack(list, parse_tensor_format("b"));
  CHECK_THROWS_WITH(BoundOperand({"A", "A", bits.format(), ComponentType::float64}, bits, false),
                    Catch::Contains("has a level with"));
}

TEST_CASE("positions need 64 bits from 2^31 on", "[kernel]") {
  const auto vector_of_size = [](uint64_t size) {
    return pack({.shape = {size}, .columns = {{0}}, .values = Values(std::vector{1.0})},
                parse_tensor_format("s"));
  };
  CHECK_FALSE(needs_wide(vector_of_size((uint64_t{1} << 31) - 1)));
  CHECK(needs_wide(vector_of_size(uint64_t{1} << 31)));
  const Tensor large = vector_of_size(uint64_t{1} << 40);
  CHECK_THROWS_WITH(BoundOperand({"A", "A", large.format(), ComponentType::float64}, large, false),
                    Catch::Contains("64 bits"));
}

}  // namespace fiberloom
