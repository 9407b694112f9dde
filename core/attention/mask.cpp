#include "core/attention/mask.h"

#include <limits>

#include "core/tensor/check.h"

namespace attn {
namespace {

void check_count(const char* name, Index count) {
  check_range(name, static_cast<double>(count), 0, std::numeric_limits<int>::max());
}

}  // namespace

Mask causal_mask(Index n) {
  check_count("n", n);
  Mask mask(n, n);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) mask(i, j) = j <= i;
  }
  return mask;
}

Mask padding_mask(Index n_q, Index n, Index length) {
  check_count("n_q", n_q);
  check_count("n", n);
  check_range("length", static_cast<double>(length), 0, static_cast<double>(n));
  Mask mask(n_q, n);
  mask.leftCols(length).setConstant(true);
  mask.rightCols(n - length).setConstant(false);
  return mask;
}

Mask both(const Mask& a, const Mask& b) {
  if (a.size() == 0) return b;
  if (b.size() == 0) return a;
  check_extent("mask", "rows", b.rows(), a.rows(), "the other mask");
  check_extent("mask", "columns", b.cols(), a.cols(), "the other mask");
  return a.array() && b.array();
}

}  // namespace attn
