#pragma once

#include "einsum/choices.h"
#include "lower/compile.h"
#include "reference/random_program.h"

namespace fiberloom::test {

/// A random program with random formats and loop orders.
struct CompiledCase {
  RandomProgram program;
  CompileOptions options;
};

CompiledCase random_case(Choices& choices, const Flavour& flavour);

}  // namespace fiberloom::test
