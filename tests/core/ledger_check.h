// "Every cell of a ledger follows from its operands", as a check for any ledger.
#pragma once

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/tensor/ledger.h"

namespace attn::test {

/// What the result and the roundings on the way to it are measured against: a sum of large terms that
/// cancel is no more exact than its terms are.
inline double magnitude(Operation operation, const std::vector<double>& x, double result) {
  double terms = 0;
  switch (operation) {
    case Operation::dot:
      for (std::size_t i = 0; i + 1 < x.size(); i += 2) terms += std::abs(x[i] * x[i + 1]);
      return terms;
    case Operation::sum:
      for (double term : x) terms += std::abs(term);
      return terms;
    case Operation::softmax:
      // The differences x₀ − xᵢ are rounded before they become exponents.
      for (double term : x) terms = std::fmax(terms, std::abs(term - x[0]));
      return std::abs(result) * (1 + terms);
    case Operation::sine:
    case Operation::cosine:
    case Operation::tangent:
    case Operation::sigmoid:
      // Where the result is small, it is still as inexact as the angle was.
      return 1 + std::abs(x[0]);
    default: return std::abs(result);
  }
}

inline bool follows(double value, Operation operation, const std::vector<double>& operands) {
  const double exact = evaluate(operation, operands);
  if (std::isnan(exact)) return std::isnan(value);
  constexpr double largest = std::numeric_limits<float>::max();
  if (std::abs(exact) > largest)
    return value == std::copysign(std::numeric_limits<double>::infinity(), exact);
  const double roundings = 2 + static_cast<double>(operands.size());
  const double tolerance =
      roundings * std::numeric_limits<float>::epsilon() * magnitude(operation, operands, exact) +
      std::numeric_limits<float>::min();
  return std::abs(value - exact) <= tolerance;
}

/// Walks every cell of every entry. Empty if each follows from its operands (or is given), else the
/// first that does not, as "weights(0, 3)".
inline std::string first_wrong_cell(const Ledger& ledger) {
  for (const Ledger::Entry& entry : ledger.entries()) {
    if (!entry.rule) continue;
    for (Index row = 0; row < entry.values.rows(); ++row) {
      for (Index col = 0; col < entry.values.cols(); ++col) {
        const Operands found = ledger.operands({entry.name, row, col});
        std::vector<double> operands;
        for (const Cell& operand : found.operands) operands.push_back(operand.value);
        if (found.operation == Operation::given || !follows(found.result.value, found.operation, operands)) {
          return entry.name + "(" + std::to_string(row) + ", " + std::to_string(col) + ")";
        }
      }
    }
  }
  return {};
}

/// Names of the entries that are inputs: nothing in the ledger explains them.
inline std::vector<std::string> given_entries(const Ledger& ledger) {
  std::vector<std::string> names;
  for (const Ledger::Entry& entry : ledger.entries()) {
    if (!entry.rule) names.push_back(entry.name);
  }
  return names;
}

}  // namespace attn::test
