#include "core/attention/spread.h"

#include <cmath>
#include <string>

#include "core/attention/softmax.h"
#include "core/tensor/check.h"
#include "core/tensor/random.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;

std::vector<CellRef> row_of(const std::string& tensor, Index n) {
  std::vector<CellRef> cells;
  for (Index j = 0; j < n; ++j) cells.push_back({tensor, 0, j});
  return cells;
}

// What the page says of one row of products, with `prefix` "" or "scaled_".
void enter_spread(Ledger& ledger, const std::string& prefix, const Matrix<float>& dots, Index keys) {
  const std::string tensor = prefix + "dots";
  const float variance = dots.squaredNorm() / static_cast<float>(dots.cols());
  const Matrix<float> weights = softmax<float>(dots.leftCols(keys)).weights;

  ledger.enter(prefix + "variance", variance, [cells = row_of(tensor, dots.cols())](Index, Index) {
    return Origin{Operation::mean_square, cells};
  });
  ledger.enter(prefix + "spread", std::sqrt(variance), [prefix](Index, Index) {
    return Origin{Operation::root, {{prefix + "variance", 0, 0}}};
  });
  ledger.enter(prefix + "weights", weights, [cells = row_of(tensor, keys)](Index, Index j) {
    Origin origin{Operation::softmax, {cells[static_cast<std::size_t>(j)]}};
    origin.operands.insert(origin.operands.end(), cells.begin(), cells.end());
    return origin;
  });
  ledger.enter(prefix + "largest_weight", weights.maxCoeff(),
               [cells = row_of(prefix + "weights", keys)](Index, Index) {
                 return Origin{Operation::maximum, cells};
               });
}

}  // namespace

Ledger dot_product_spread(int d_k, int pairs, int keys, std::uint64_t seed) {
  check_range("d_k", d_k, 1, 4096);
  check_range("pairs", pairs, 2, 10000);
  check_range("keys", keys, 1, pairs);

  Random random(seed);
  Matrix<float> dots(1, pairs);
  for (int i = 0; i < pairs; ++i) {
    const Matrix<float> q = normal_matrix<float>(random, 1, d_k);
    const Matrix<float> k = normal_matrix<float>(random, 1, d_k);
    dots(0, i) = (q * k.transpose()).value();
  }
  const Matrix<float> scaled_dots = dots / std::sqrt(static_cast<float>(d_k));

  Ledger ledger;
  ledger.enter("d_k", static_cast<float>(d_k));
  ledger.enter("dots", dots);
  ledger.enter("scaled_dots", scaled_dots, [](Index, Index j) {
    return Origin{Operation::over_root, {{"dots", 0, j}, {"d_k", 0, 0}}};
  });
  enter_spread(ledger, "", dots, keys);
  enter_spread(ledger, "scaled_", scaled_dots, keys);
  return ledger;
}

}  // namespace attn
