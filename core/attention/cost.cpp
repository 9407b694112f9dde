#include "core/attention/cost.h"

#include <cmath>

#include "core/tensor/check.h"
#include "core/tensor/rules.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;

constexpr double largest = 1e6;  // its cube is still a float

/// One origin for each of the four rows.
Ledger::Rule row_by_row_of_table(std::vector<Origin> origins) {
  return [origins = std::move(origins)](Index row, Index) { return origins[static_cast<std::size_t>(row)]; };
}

Matrix<float> column(double a, double b, double c, double d) {
  return Matrix<double>{{a}, {b}, {c}, {d}}.cast<float>();
}

}  // namespace

Ledger layer_costs(double n, double d, double k, double r) {
  check_range("n", n, 1, largest);
  check_range("d", d, 1, largest);
  check_range("k", k, 2, largest);
  check_range("r", r, 1, n);
  const CellRef n_cell{"n", 0, 0}, d_cell{"d", 0, 0}, k_cell{"k", 0, 0}, r_cell{"r", 0, 0}, one{"one", 0, 0};

  Ledger ledger;
  ledger.enter("n", static_cast<float>(n));
  ledger.enter("d", static_cast<float>(d));
  ledger.enter("k", static_cast<float>(k));
  ledger.enter("r", static_cast<float>(r));
  ledger.enter("one", 1.f);
  ledger.enter("complexity", column(n * n * d, n * d * d, k * n * d * d, r * n * d),
               row_by_row_of_table({{Operation::product, {n_cell, n_cell, d_cell}},
                                    {Operation::product, {n_cell, d_cell, d_cell}},
                                    {Operation::product, {k_cell, n_cell, d_cell, d_cell}},
                                    {Operation::product, {r_cell, n_cell, d_cell}}}));
  ledger.enter("sequential", column(1, n, 1, 1),
               row_by_row_of_table({{Operation::sum, {one}},
                                    {Operation::sum, {n_cell}},
                                    {Operation::sum, {one}},
                                    {Operation::sum, {one}}}));
  ledger.enter("path", column(1, n, std::log(n) / std::log(k), n / r),
               row_by_row_of_table({{Operation::sum, {one}},
                                    {Operation::sum, {n_cell}},
                                    {Operation::logarithm, {n_cell, k_cell}},
                                    {Operation::quotient, {n_cell, r_cell}}}));
  ledger.enter("attention_cheaper", d >= n ? 1.f : 0.f,
               rules::of_cells(Operation::at_least, {d_cell, n_cell}));
  return ledger;
}

}  // namespace attn
