#include "core/tensor/ledger.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/tensor/check.h"

namespace attn {

std::string_view to_string(Operation operation) {
  switch (operation) {
    case Operation::given: return "given";
    case Operation::dot: return "dot";
    case Operation::product: return "product";
    case Operation::sum: return "sum";
    case Operation::difference: return "difference";
    case Operation::quotient: return "quotient";
    case Operation::over_root: return "over_root";
    case Operation::root: return "root";
    case Operation::mean_square: return "mean_square";
    case Operation::maximum: return "maximum";
    case Operation::place_of_maximum: return "place_of_maximum";
    case Operation::exponential: return "exponential";
    case Operation::mask: return "mask";
    case Operation::shifted: return "shifted";
    case Operation::normalised: return "normalised";
    case Operation::softmax: return "softmax";
    case Operation::count: return "count";
    case Operation::at_least: return "at_least";
    case Operation::sine: return "sine";
    case Operation::cosine: return "cosine";
    case Operation::largest_size: return "largest_size";
    case Operation::logarithm: return "logarithm";
    case Operation::tangent: return "tangent";
    case Operation::sigmoid: return "sigmoid";
    case Operation::length: return "length";
  }
  return "unknown";
}

double evaluate(Operation operation, const std::vector<double>& x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double result = 0;
  switch (operation) {
    case Operation::given: return std::numeric_limits<double>::quiet_NaN();
    case Operation::dot:
      for (std::size_t i = 0; i + 1 < x.size(); i += 2) result += x[i] * x[i + 1];
      return result;
    case Operation::product: return std::accumulate(x.begin(), x.end(), 1., std::multiplies<>());
    case Operation::sum:
      for (double term : x) result += term;
      return result;
    case Operation::difference: return x[0] - x[1];
    case Operation::quotient: return x[0] / x[1];
    case Operation::over_root: return x[0] / std::sqrt(x[1]);
    case Operation::root: return std::sqrt(x[0]);
    case Operation::mean_square:
      for (double term : x) result += term * term;
      return result / static_cast<double>(x.size());
    case Operation::maximum: return x.empty() ? -infinity : *std::max_element(x.begin(), x.end());
    case Operation::place_of_maximum:
      return static_cast<double>(std::max_element(x.begin(), x.end()) - x.begin() + 1);
    case Operation::exponential: return std::exp(x[0]);
    case Operation::mask: return x[1] == 0 ? -infinity : x[0];
    case Operation::shifted:
      if (x[0] == -infinity) return -infinity;
      if (x[2] == 0) return x[0] == x[1] ? 0 : -infinity;
      return (x[0] - x[1]) / x[2];
    case Operation::normalised: return x[1] == 0 ? 0 : x[0] / x[1];
    case Operation::softmax:
      for (std::size_t i = 1; i < x.size(); ++i) result += std::exp(x[i] - x[0]);
      return 1 / result;
    case Operation::count:
      return static_cast<double>(std::count_if(x.begin(), x.end(), [](double term) { return term != 0; }));
    case Operation::at_least: return x[0] >= x[1] ? 1 : 0;
    case Operation::sine: return std::sin(x[0]);
    case Operation::cosine: return std::cos(x[0]);
    case Operation::largest_size:
      for (double term : x) result = std::max(result, std::abs(term));
      return result;
    case Operation::logarithm: return std::log(x[0]) / std::log(x[1]);
    case Operation::tangent: return std::tanh(x[0]);
    case Operation::sigmoid: return 1 / (1 + std::exp(-x[0]));
    case Operation::length:
      for (double term : x) result += term * term;
      return std::sqrt(result);
  }
  return result;
}

void Ledger::enter(std::string name, Matrix<float> values, Rule rule) {
  const auto taken = [&](const Entry& entry) { return entry.name == name; };
  if (std::any_of(entries_.begin(), entries_.end(), taken))
    throw std::logic_error("ledger: '" + name + "' is entered twice");
  entries_.push_back({std::move(name), std::move(values), std::move(rule)});
}

void Ledger::enter(std::string name, float value, Rule rule) {
  enter(std::move(name), Matrix<float>::Constant(1, 1, value), std::move(rule));
}

const Ledger::Entry& Ledger::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return entry;
  }
  throw Error(ErrorCode::unknown_name, {{"name", std::string("tensor")}, {"value", std::string(name)}},
              "tensor: there is none called '" + std::string(name) + "'");
}

const Matrix<float>& Ledger::values(std::string_view name) const { return find(name).values; }

float Ledger::at(const CellRef& cell) const {
  const Matrix<float>& tensor = find(cell.tensor).values;
  check_range(cell.tensor + " row", static_cast<double>(cell.row), 0, static_cast<double>(tensor.rows() - 1));
  check_range(cell.tensor + " column", static_cast<double>(cell.col), 0,
              static_cast<double>(tensor.cols() - 1));
  return tensor(cell.row, cell.col);
}

Operands Ledger::operands(const CellRef& cell) const {
  Operands result;
  result.result = {cell, at(cell)};
  const Rule& rule = find(cell.tensor).rule;
  if (!rule) return result;
  const Origin origin = rule(cell.row, cell.col);
  result.operation = origin.operation;
  result.operands.reserve(origin.operands.size());
  for (const CellRef& operand : origin.operands) result.operands.push_back({operand, at(operand)});
  return result;
}

}  // namespace attn
