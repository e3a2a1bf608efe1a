#include "tensor/tensor.h"

namespace fiberloom {

uint64_t Tensor::bytes() const {
  uint64_t sum = values_.bytes();
  for (const auto& level : levels_) {
    sum += level->bytes();
  }
  return sum;
}

}  // namespace fiberloom
