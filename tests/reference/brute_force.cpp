#include "reference/brute_force.h"

#include <cmath>
#include <type_traits>

#include "einsum/scoping.h"

namespace fiberloom::test {
namespace {

using Environment = std::map<std::string, uint64_t>;

template <class T>
struct Value {
  T value{};
  bool fault = false;

  bool is_zero() const { return value == 0 && !fault; }
};

template <class T>
T wrapped(__int128 wide) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(wide));
}

template <class T>
class BruteForce {
 public:
  BruteForce(const IndexSizes& sizes, bool backwards) : sizes_(sizes), backwards_(backwards) {}

  std::map<std::string, DenseTensor<T>> tensors;

  Value<T> value(const Expr& e, Environment& at) const {
    if constexpr (std::is_integral_v<T>) {
      if (is_of_numbers(e)) {
        return {static_cast<T>(BruteForce<double>(sizes_, false).value(e, at).value)};
      }
    }
    if (const auto* a = as<Access>(e)) {
      return {component(*a, at)};
    }
    if (const auto* c = as<Constant>(e)) {
      return {static_cast<T>(c->value)};
    }
    if (const auto* f = as<Unary>(e)) {
      return function(*f, value(f->operand, at));
    }
    if (const auto* f = as<Binary>(e)) {
      return operation(f->op, value(f->left, at), value(f->right, at));
    }
    return reduce(*as<Reduction>(e), 0, at).value_or(Value<T>{});
  }

 private:
  static bool is_of_numbers(const Expr& e) {
    bool numbers = true;
    visit(e, [&](const Expr& node) {
      numbers = numbers && as<Access>(node) == nullptr && as<Reduction>(node) == nullptr;
    });
    return numbers;
  }

  T component(const Access& a, const Environment& at) const {
    const DenseTensor<T>& tensor = tensors.at(a.tensor);
    size_t cell = 0;
    for (size_t mode = 0; mode < a.indices.size(); ++mode) {
      cell = cell * tensor.shape[mode] + at.at(a.indices[mode]);
    }
    return tensor.values[cell];
  }

  std::optional<Value<T>> reduce(const Reduction& r, size_t k, Environment& at) const {
    if (k == r.variables.size()) {
      return value(r.body, at);
    }
    std::optional<Value<T>> gathered;
    const uint64_t size = sizes_.at(r.variables[k]);
    for (uint64_t c = 0; c < size; ++c) {
      at[r.variables[k]] = backwards_ ? size - 1 - c : c;
      const auto more = reduce(r, k + 1, at);
      if (more) {
        gathered = gathered ? operation(combining(r.reducer), *gathered, *more) : *more;
      }
    }
    at.erase(r.variables[k]);
    return gathered;
  }

  static Operator combining(Reducer reducer) {
    switch (reducer) {
      case Reducer::sum:
        return Operator::add;
      case Reducer::product:
        return Operator::mul;
      case Reducer::min:
        return Operator::min;
      default:
        return Operator::max;
    }
  }

  static Value<T> operation(Operator op, const Value<T>& a, const Value<T>& b) {
    if (op == Operator::mul && (a.is_zero() || b.is_zero())) {
      return {};
    }
    if (op == Operator::div && a.is_zero()) {
      return {};
    }
    if (a.fault || b.fault) {
      return {0, true};
    }
    if constexpr (std::is_integral_v<T>) {
      const __int128 x = a.value;
      const __int128 y = b.value;
      switch (op) {
        case Operator::add:
          return {wrapped<T>(x + y)};
        case Operator::sub:
          return {wrapped<T>(x - y)};
        case Operator::mul:
          return {wrapped<T>(x * y)};
        case Operator::div:
          return y == 0 ? Value<T>{0, true} : Value<T>{wrapped<T>(x / y)};
        case Operator::min:
          return {static_cast<T>(x < y ? x : y)};
        default:
          return {static_cast<T>(x < y ? y : x)};
      }
    } else {
      const T x = a.value;
      const T y = b.value;
      if (std::isnan(x) || std::isnan(y)) {
        return {x + y};
      }
      switch (op) {
        case Operator::add:
          return {x + y};
        case Operator::sub:
          return {x - y};
        case Operator::mul:
          return {x * y};
        case Operator::div:
          return {y == 0 ? std::copysign(T(INFINITY), x) : x / y};
        case Operator::min:
          return {std::fmin(x, y)};
        default:
          return {std::fmax(x, y)};
      }
    }
  }

  static Value<T> function(const Unary& f, const Value<T>& a) {
    if (a.fault) {
      return a;
    }
    if constexpr (std::is_integral_v<T>) {
      const __int128 x = a.value;
      Value<T> power{1};
      switch (f.op) {
        case Operator::neg:
          return {wrapped<T>(-x)};
        case Operator::abs:
          return {wrapped<T>(x < 0 ? -x : x)};
        case Operator::relu:
          return {a.value > 0 ? a.value : T{0}};
        default:
          for (int k = 0; k < f.exponent; ++k) {
            power = {wrapped<T>(static_cast<__int128>(power.value) * x)};
          }
          return power;
      }
    } else {
      const T x = a.value + 0;
      switch (f.op) {
        case Operator::neg:
          return {-x};
        case Operator::abs:
          return {std::fabs(x)};
        case Operator::relu:
          return {std::isnan(x) || x > 0 ? x : T{0}};
        case Operator::sqrt:
          return {std::sqrt(x)};
        case Operator::exp:
          return {std::exp(x)};
        default:
          return {std::pow(x, static_cast<T>(f.exponent))};
      }
    }
  }

  const IndexSizes& sizes_;
  bool backwards_;
};

template <class T>
DenseTensor<T> zeros(const std::vector<uint64_t>& shape) {
  size_t cells = 1;
  for (const uint64_t size : shape) {
    cells *= size;
  }
  return {shape, std::vector<T>(cells)};
}

template <class T>
DenseTensor<T> dense(const CoordinateList& list) {
  DenseTensor<T> tensor = zeros<T>(list.shape);
  for (size_t entry = 0; entry < list.entries(); ++entry) {
    size_t cell = 0;
    for (size_t mode = 0; mode < list.order(); ++mode) {
      cell = cell * list.shape[mode] + list.columns[mode][entry];
    }
    list.values.visit([&](const auto& v) { tensor.values[cell] = static_cast<T>(v[entry]); });
  }
  return tensor;
}

}  // namespace

template <class T>
std::optional<std::map<std::string, DenseTensor<T>>> brute_force(
    const Program& program, const std::map<std::string, CoordinateList>& data,
    const IndexSizes& sizes, bool backwards) {
  BruteForce<T> evaluator(sizes, backwards);
  for (const auto& [name, list] : data) {
    evaluator.tensors[name] = dense<T>(list);
  }
  std::map<std::string, DenseTensor<T>> results;
  for (const Statement& statement : program) {
    const Expr right = scoped(statement).right;
    const Access& left = statement.result;
    DenseTensor<T> result = zeros<T>(shape_of(left, sizes));
    if (statement.accumulates && !evaluator.tensors.contains(left.tensor)) {
      evaluator.tensors[left.tensor] = result;
    }
    for (size_t cell = 0; cell < result.values.size(); ++cell) {
      Environment at;
      size_t rest = cell;
      for (size_t mode = left.indices.size(); mode-- > 0;) {
        at[left.indices[mode]] = rest % result.shape[mode];
        rest /= result.shape[mode];
      }
      const Value<T> value = evaluator.value(right, at);
      if (value.fault) {
        return std::nullopt;
      }
      result.values[cell] = value.value;
    }
    results[left.tensor] = result;
    evaluator.tensors[left.tensor] = std::move(result);
  }
  return results;
}

template std::optional<std::map<std::string, DenseTensor<double>>> brute_force(
    const Program&, const std::map<std::string, CoordinateList>&, const IndexSizes&, bool);
template std::optional<std::map<std::string, DenseTensor<int32_t>>> brute_force(
    const Program&, const std::map<std::string, CoordinateList>&, const IndexSizes&, bool);
template std::optional<std::map<std::string, DenseTensor<int64_t>>> brute_force(
    const Program&, const std::map<std::string, CoordinateList>&, const IndexSizes&, bool);

CoordinateList list_of(const DenseTensor<double>& tensor) {
  CoordinateList list;
  list.shape = tensor.shape;
  list.columns.resize(tensor.shape.size());
  for (size_t cell = 0; cell < tensor.values.size(); ++cell) {
    size_t rest = cell;
    for (size_t mode = tensor.shape.size(); mode-- > 0;) {
      list.columns[mode].push_back(rest % tensor.shape[mode]);
      rest /= tensor.shape[mode];
    }
  }
  list.values = Values(tensor.values);
  return list;
}

}  // namespace fiberloom::test
