#pragma once

#include <string>
#include <utility>
#include <vector>

#include "einsum/choices.h"
#include "einsum/statement.h"

namespace fiberloom::test {

template <class T>
void shuffle(Choices& choices, std::vector<T>& list) {
  for (size_t k = list.size(); k > 1; --k) {
    std::swap(list[k - 1], list[k - 1 - choices.below(static_cast<uint32_t>(k))]);
  }
}

/// For every tensor of a program, as for -f: dense, compressed and bit-vector levels, COO groups,
/// any mode order.
std::vector<std::string> random_formats(Choices& choices, const Program& program);

}  // namespace fiberloom::test
