#pragma once

#include <string>

#include "base/diagnostic.h"
#include "tortilla.pb.h"

namespace fiberloom {

/// The operation of our alu, and its constant.
struct TortillaArithmetic {
  std::string op;
  double by = 0;
};

/// Both throw Error (bad_input) where ours have no such operation.
TortillaArithmetic arithmetic_of(const tortilla::ALU& alu, const std::string& label,
                                 const Location& where);
std::string reduction_of(const tortilla::Reduce& reduce, const std::string& label,
                         const Location& where);

}  // namespace fiberloom
