#include "reference/random_program.h"

#include <cmath>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "einsum/checker.h"
#include "einsum/parser.h"

namespace fiberloom::test {
namespace {

const std::vector<std::string> kVariables = {"i", "j", "k", "l"};

class Generator {
 public:
  Generator(Choices& choices, const Flavour& flavour) : choices_(choices), flavour_(flavour) {}

  Program program() {
    Program program;
    const size_t statements = choices_.percent(25) ? 2 : 1;
    for (size_t k = 0; k < statements; ++k) {
      program.push_back(statement(k == 0 ? "X" : "Y"));
    }
    return program;
  }

 private:
  Statement statement(const std::string& name) {
    accesses_left_ = 4;
    variables_ = 1 + choices_.below(static_cast<uint32_t>(kVariables.size()));
    Statement made;
    made.right = expression(choices_.below(4));
    for (const std::string& variable : shuffled()) {
      if (choices_.percent(uses(made.right, variable) ? 55 : 12)) {
        made.result.indices.push_back(variable);
      }
    }
    made.result.tensor = name;
    made.accumulates = choices_.percent(15);
    orders_[name] = made.result.indices.size();
    return made;
  }

  std::vector<std::string> shuffled() {
    std::vector<std::string> left(kVariables.begin(), kVariables.begin() + variables_);
    std::vector<std::string> order;
    while (!left.empty()) {
      const size_t k = choices_.below(static_cast<uint32_t>(left.size()));
      order.push_back(left[k]);
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
    }
    return order;
  }

  Expr expression(uint32_t depth) {
    if (depth == 0 || choices_.percent(20)) {
      return leaf();
    }
    const uint32_t kind = choices_.below(100);
    if (kind < 35) {
      return binary(Operator::mul, expression(depth - 1), expression(depth - 1));
    }
    if (kind < 65) {
      const Operator op = kind < 55 ? Operator::add : Operator::sub;
      return binary(op, expression(depth - 1), expression(depth - 1));
    }
    if (kind < 73) {
      return unary(Operator::neg, expression(depth - 1));
    }
    if (kind < 82) {
      return binary(flavour_.division ? Operator::div : Operator::mul, expression(depth - 1),
                    expression(depth - 1));
    }
    if (kind < 92 || !flavour_.reductions) {
      return flavour_.functions ? function(depth) : leaf();
    }
    const auto reducer = static_cast<Reducer>(choices_.below(4));
    return reduction(reducer, {kVariables[choices_.below(variables_)]}, expression(depth - 1));
  }

  Expr function(uint32_t depth) {
    const uint32_t kind = choices_.below(flavour_.reals ? 7 : 5);
    const Expr operand = expression(depth - 1);
    switch (kind) {
      case 0:
        return unary(Operator::abs, operand);
      case 1:
        return unary(Operator::relu, operand);
      case 2:
        return power(operand, flavour_.reals ? choices_.below(6) - 2.0 : choices_.below(4));
      case 3:
        return binary(Operator::min, operand, expression(depth - 1));
      case 4:
        return binary(Operator::max, operand, expression(depth - 1));
      case 5:
        return unary(Operator::sqrt, operand);
      default:
        return unary(Operator::exp, operand);
    }
  }

  Expr leaf() {
    if (accesses_left_ == 0 || choices_.percent(12)) {
      return constant(flavour_.reals ? choices_.one_of(std::vector<double>{1, 2, 0.5, 0})
                                     : choices_.one_of(std::vector<double>{1, 2, 3, 0}));
    }
    --accesses_left_;
    const size_t order =
        std::min<size_t>(choices_.one_of(std::vector<size_t>{1, 2, 2, 3, 0, 4}), variables_ + 1);
    const bool repeat = order > variables_ || choices_.percent(15);
    std::vector<std::string> indices = shuffled();
    for (std::string& variable : indices) {
      variable = repeat ? kVariables[choices_.below(variables_)] : variable;
    }
    while (indices.size() < order) {
      indices.push_back(kVariables[choices_.below(variables_)]);
    }
    indices.resize(order);
    return access(name_of_order(order), indices);
  }

  std::string name_of_order(size_t order) {
    std::vector<std::string> known;
    for (const auto& [name, its_order] : orders_) {
      if (its_order == order) {
        known.push_back(name);
      }
    }
    if (!known.empty() && choices_.percent(25)) {
      return choices_.one_of(known);
    }
    const std::string name = fmt::format("T{}", orders_.size());
    orders_[name] = order;
    return name;
  }

  Choices& choices_;
  const Flavour& flavour_;
  std::map<std::string, size_t> orders_;
  uint32_t variables_ = 1;
  int accesses_left_ = 4;
};

double random_value(Choices& choices, const Flavour& flavour) {
  if (choices.percent(10)) {
    return 0;  // an explicit zero
  }
  if (flavour.specials && choices.percent(10)) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return choices.one_of(std::vector<double>{kInfinity, -kInfinity, std::nan("")});
  }
  const double size = 1 + choices.below(5);
  return choices.percent(30) ? -size : size;
}

CoordinateList random_tensor(Choices& choices, const std::vector<uint64_t>& shape,
                             const Flavour& flavour) {
  CoordinateList list;
  list.shape = shape;
  list.columns.resize(shape.size());
  const uint32_t density = choices.one_of(std::vector<uint32_t>{50, 20, 100, 0});
  std::vector<double> values;
  uint64_t cells = 1;
  for (const uint64_t size : shape) {
    cells *= size;
  }
  for (uint64_t cell = 0; cell < cells; ++cell) {
    if (!choices.percent(density)) {
      continue;
    }
    uint64_t rest = cell;
    for (size_t mode = shape.size(); mode-- > 0;) {
      list.columns[mode].push_back(rest % shape[mode]);
      rest /= shape[mode];
    }
    values.push_back(random_value(choices, flavour));
  }
  with_component_type(flavour.type, [&](auto zero) {
    list.values = Values(std::vector<decltype(zero)>(values.begin(), values.end()));
  });
  return list;
}

bool is_meaningful(const Program& program) {
  try {
    check(program);
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::string RandomProgram::describe() const {
  std::string text = to_string(program) + fmt::format("  sizes {}", sizes);
  for (const auto& [name, list] : data) {
    text += fmt::format("\n  {} {}:", name, list.shape);
    for (size_t entry = 0; entry < list.entries(); ++entry) {
      text += " (";
      for (const auto& column : list.columns) {
        text += fmt::format("{},", column[entry]);
      }
      text += fmt::format(")={}", list.values.real(entry));
    }
  }
  return text;
}

RandomProgram with_random_data(Choices& choices, Program program, const Flavour& flavour,
                               uint32_t largest) {
  RandomProgram made{std::move(program), {}, {}};
  std::vector<SizeOption> options;
  for (const Statement& statement : made.program) {
    for (const std::string& variable : variables(statement)) {
      if (!index_sizes(made.program, {}, options).contains(variable)) {
        const uint32_t size = choices.percent(4) ? 0 : 1 + choices.below(largest);
        options.push_back({variable, {size}});
      }
    }
  }
  made.sizes = index_sizes(made.program, {}, options);
  for (const TensorUse& use : tensors(made.program)) {
    if (!use.is_input || (use.only_accumulated && choices.percent(50))) {
      continue;
    }
    for (const Statement& statement : made.program) {
      std::vector<Access> all = {statement.result};
      for (const Expr& leaf : accesses(statement.right)) {
        all.push_back(*as<Access>(leaf));
      }
      for (const Access& a : all) {
        if (a.tensor == use.name && !made.data.contains(use.name)) {
          made.data.emplace(use.name, random_tensor(choices, shape_of(a, made.sizes), flavour));
        }
      }
    }
  }
  return made;
}

RandomProgram random_program(Choices& choices, const Flavour& flavour) {
  // Two sums over one variable, one inside the other, are refused: try again, and in the end take
  // what is always right.
  for (int tries = 0; tries < 20; ++tries) {
    Program program = Generator(choices, flavour).program();
    if (is_meaningful(program)) {
      return with_random_data(choices, parse_program(to_string(program)), flavour, 4);
    }
  }
  return with_random_data(choices, parse_program("X = T0"), flavour, 4);
}

}  // namespace fiberloom::test
