// Two ways to measure a derivative, to hold the backward passes against.
#pragma once

#include <algorithm>
#include <complex>

#include "core/tensor/tensor.h"

namespace attn::test {

using Complex = std::complex<double>;

/// ∂L/∂x by complex step: Im L(x + i·h) / h. There is no difference in it to cancel, so h can be tiny and the
/// result is exact to rounding (Squire & Trapp 1998).
/// @param loss from Matrix<Complex> to Complex
template <class Loss>
Matrix<double> complex_step(const Matrix<double>& x, Loss loss) {
  constexpr double step = 1e-100;
  Matrix<double> gradient(x.rows(), x.cols());
  Matrix<Complex> moved = x.cast<Complex>();
  for (Index i = 0; i < x.size(); ++i) {
    moved.data()[i] += Complex(0, step);
    gradient.data()[i] = loss(moved).imag() / step;
    moved.data()[i] = x.data()[i];
  }
  return gradient;
}

/// ∂L/∂x by central differences: a second opinion that shares nothing with complex numbers.
/// @param loss from Matrix<double> to double
template <class Loss>
Matrix<double> central_difference(const Matrix<double>& x, Loss loss) {
  constexpr double step = 1e-5;
  Matrix<double> gradient(x.rows(), x.cols());
  Matrix<double> moved = x;
  for (Index i = 0; i < x.size(); ++i) {
    moved.data()[i] = x.data()[i] + step;
    const double up = loss(moved);
    moved.data()[i] = x.data()[i] - step;
    const double down = loss(moved);
    moved.data()[i] = x.data()[i];
    gradient.data()[i] = (up - down) / (2 * step);
  }
  return gradient;
}

/// A loss that is different in every cell of y: Σ g ∘ y. Its ∂L/∂y is g.
template <class S>
S weighted_sum(const Matrix<S>& y, const Matrix<double>& g) {
  return y.cwiseProduct(g.cast<S>()).sum();
}

}  // namespace attn::test
