// A ledger: named matrices, each cell of which can say where it came from.
//
// The page draws what stands in a ledger and asks it for operands; it has no second copy of the
// mathematics. That the operands really give the value is a test over every cell
// (tests/core: "every cell of a ledger follows from its operands").
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/tensor.h"

namespace attn {

/// How a cell follows from its operands x₀, x₁, …  (see `evaluate`).
enum class Operation {
  given,             // not computed here: an input
  dot,               // x₀·x₁ + x₂·x₃ + …
  product,           // x₀ · x₁ · …
  sum,               // x₀ + x₁ + …
  difference,        // x₀ − x₁
  quotient,          // x₀ ÷ x₁
  over_root,         // x₀ ÷ √x₁
  root,              // √x₀
  mean_square,       // (x₀² + x₁² + …) ÷ how many
  maximum,           // max(x₀, x₁, …)
  place_of_maximum,  // which of x₀, x₁, … is largest, counted from 1
  exponential,       // e^x₀
  mask,              // x₀, or −∞ where x₁ is 0 (hidden)
  shifted,           // (x₀ − x₁) ÷ x₂; for x₂ → 0: 0 where x₀ = x₁, else −∞
  normalised,        // x₀ ÷ x₁, and 0 where x₁ is 0 (nothing may be looked at)
  softmax,           // e^x₀ ÷ (e^x₁ + e^x₂ + …)
  count,             // how many of x₀, x₁, … are not 0
  at_least,          // 1 where x₀ ≥ x₁, else 0
  sine,              // sin x₀ (radians)
  cosine,            // cos x₀
  largest_size,      // max(|x₀|, |x₁|, …)
  logarithm,         // log x₀ to the base x₁
  tangent,           // tanh x₀ (hyperbolic): any number, squashed into −1 … 1
  sigmoid,           // 1 ÷ (1 + e^−x₀): any number, squashed into 0 … 1
  length,            // √(x₀² + x₁² + …)
};

/// The operation's spelling across the door, for example "over_root".
std::string_view to_string(Operation operation);

/// What the operation gives for these operands: the definition the tests hold every cell against.
double evaluate(Operation operation, const std::vector<double>& operands);

struct CellRef {
  std::string tensor;
  Index row = 0;
  Index col = 0;
};

struct Cell {
  CellRef at;
  double value = 0;
};

/// A cell, and what it was computed from.
struct Operands {
  Operation operation = Operation::given;
  Cell result;
  std::vector<Cell> operands;
};

class Ledger {
 public:
  /// Where cell (row, col) of a tensor comes from.
  struct Origin {
    Operation operation = Operation::given;
    std::vector<CellRef> operands;
  };
  using Rule = std::function<Origin(Index row, Index col)>;

  struct Entry {
    std::string name;
    Matrix<float> values;
    Rule rule;
  };

  /// Enters a tensor; without a rule its cells are `given`.
  /// @throws std::logic_error for a name that is there already
  void enter(std::string name, Matrix<float> values, Rule rule = {});

  /// A single number is a 1×1 tensor.
  void enter(std::string name, float value, Rule rule = {});

  /// @throws Error(unknown_name)
  const Matrix<float>& values(std::string_view name) const;

  /// @throws Error(unknown_name), Error(out_of_range) for a cell outside the tensor
  Operands operands(const CellRef& cell) const;

  const std::vector<Entry>& entries() const { return entries_; }

 private:
  const Entry& find(std::string_view name) const;
  float at(const CellRef& cell) const;

  std::vector<Entry> entries_;
};

}  // namespace attn
