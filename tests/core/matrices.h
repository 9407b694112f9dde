// Matrices for the tests: how to make them and how to compare them.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "core/tensor/random.h"
#include "core/tensor/tensor.h"

namespace attn::test {

/// Uniform in [least, most).
template <class S>
Matrix<S> uniform_matrix(Random& random, Index rows, Index cols, double least, double most) {
  Matrix<S> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) {
    result.data()[i] = static_cast<S>(least + (most - least) * random.uniform());
  }
  return result;
}

/// Whole numbers from `least` to `most`: their products and sums are exact, and ties are common.
template <class S>
Matrix<S> whole_matrix(Random& random, Index rows, Index cols, int least, int most) {
  Matrix<S> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) {
    result.data()[i] =
        static_cast<S>(least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1))));
  }
  return result;
}

/// Each cell is hidden with probability `hidden`.
inline Mask random_mask(Random& random, Index rows, Index cols, double hidden) {
  Mask mask(rows, cols);
  for (Index i = 0; i < mask.size(); ++i) mask.data()[i] = random.uniform() >= hidden;
  return mask;
}

/// The numbers 0 … n − 1 in a random order.
inline std::vector<Index> random_order(Random& random, Index n) {
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  random.shuffle(order);
  return order;
}

/// The given rows (columns), in the given order.
template <class S>
Matrix<S> rows_of(const Matrix<S>& x, const std::vector<Index>& rows) {
  Matrix<S> result(static_cast<Index>(rows.size()), x.cols());
  for (Index i = 0; i < result.rows(); ++i) result.row(i) = x.row(rows[static_cast<std::size_t>(i)]);
  return result;
}
template <class S>
Matrix<S> columns_of(const Matrix<S>& x, const std::vector<Index>& columns) {
  Matrix<S> result(x.rows(), static_cast<Index>(columns.size()));
  for (Index i = 0; i < result.cols(); ++i) result.col(i) = x.col(columns[static_cast<std::size_t>(i)]);
  return result;
}

/// Largest |a − b| over all cells. Equal infinities and two NaN are 0 apart; different shapes, and a
/// NaN or an infinity beside anything else, are infinitely far apart.
template <class A, class B>
double distance(const Matrix<A>& a, const Matrix<B>& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (a.rows() != b.rows() || a.cols() != b.cols()) return infinity;
  double largest = 0;
  for (Index i = 0; i < a.size(); ++i) {
    const auto x = static_cast<double>(a.data()[i]);
    const auto y = static_cast<double>(b.data()[i]);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const double apart = std::abs(x - y);
    largest = std::isnan(apart) ? infinity : std::max(largest, apart);
  }
  return largest;
}

/// Same shape and same numbers (two NaN count as the same).
template <class S>
bool same(const Matrix<S>& a, const Matrix<S>& b) {
  return distance(a, b) == 0;
}

template <class S>
bool all_finite(const Matrix<S>& x) {
  return std::all_of(x.data(), x.data() + x.size(), [](S cell) { return std::isfinite(cell); });
}

template <class S>
bool has_nan(const Matrix<S>& x) {
  return std::any_of(x.data(), x.data() + x.size(), [](S cell) { return std::isnan(cell); });
}

}  // namespace attn::test
