#include "samgraph/import/tortilla_arithmetic.h"

#include <map>

#include <fmt/format.h>

namespace fiberloom {
namespace {

using tortilla::ALU;

struct Operation {
  std::string op;
  int operands = 2;
  double (*by)(double scalar) = [](double) { return 0.0; };
};

const std::map<ALU::Op, Operation>& operations() {
  static const std::map<ALU::Op, Operation> kAll = {
      {ALU::ADD, {"add"}},
      {ALU::SUB, {"sub"}},
      {ALU::MUL, {"mul"}},
      {ALU::ELEMMUL, {"mul"}},
      {ALU::DIV, {"div"}},
      {ALU::MAX, {"max"}},
      {ALU::EXP, {"exp", 1}},
      {ALU::SCALARADD, {"offset", 1, [](double scalar) { return scalar; }}},
      {ALU::SCALARMUL, {"scale", 1, [](double scalar) { return scalar; }}},
      {ALU::SCALARDIV, {"scale", 1, [](double scalar) { return 1 / scalar; }}},
  };
  return kAll;
}

}  // namespace

TortillaArithmetic arithmetic_of(const ALU& alu, const std::string& label, const Location& where) {
  if (!alu.has_vals() || alu.stages_size() != 1) {
    throw bad_input(label + " is no single operation on values", where);
  }
  const ALU::Op op = alu.stages(0).op();
  const auto found = operations().find(op);
  if (found == operations().end()) {
    throw bad_input(fmt::format("{} computes {}, which is not translated", label,
                                ALU::Op_IsValid(op) ? ALU::Op_Name(op) : std::to_string(op)),
                    where);
  }
  if (alu.vals().inputs_size() != found->second.operands) {
    throw bad_input(fmt::format("{} has {} operands, expected {}", label, alu.vals().inputs_size(),
                                found->second.operands),
                    where);
  }
  return {found->second.op, found->second.by(alu.scalar())};
}

std::string reduction_of(const tortilla::Reduce& reduce, const std::string& label,
                         const Location& where) {
  switch (reduce.reduce_type()) {
    case tortilla::Reduce::ADD:
      return "sum";
    case tortilla::Reduce::MAX:
      return "max";
    default:
      throw bad_input(label + " reduces in a way that is not translated", where);
  }
}

}  // namespace fiberloom
