// The inputs of the golden cases: `grid` of tests/golden.
#pragma once

#include "core/tensor/tensor.h"

namespace attn::test {

/// [rows × cols] Multiples of size/8 between −2·size and 2·size.
template <class S>
Matrix<S> grid(int seed, Index rows, Index cols, double size) {
  Matrix<S> result(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) {
      const Index step = (31 * seed + 17 * i + 7 * j + 3 * i * j + 5 * i * i + 2 * j * j) % 33 - 16;
      result(i, j) = static_cast<S>(static_cast<double>(step) / 8 * size);
    }
  }
  return result;
}

}  // namespace attn::test
