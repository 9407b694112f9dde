// The project's own random numbers. The standard distributions differ between libraries, so a seed
// would not mean the same natively and in the browser; here it does, bit for bit.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/tensor/tensor.h"

namespace attn {

/// PCG32 (O'Neill 2014, XSH-RR 64/32): 2⁶⁴ numbers before it repeats, one stream per seed.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  /// 32 random bits.
  std::uint32_t bits();

  /// Uniform in [0, 1), in steps of 2⁻³².
  double uniform();

  /// Uniform in {0, …, bound − 1}, without bias; bound ≥ 1.
  std::uint32_t below(std::uint32_t bound);

  /// Standard normal: mean 0, variance 1 (Marsaglia's polar method).
  double normal();

  /// All orders equally likely (Fisher–Yates).
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[below(static_cast<std::uint32_t>(i))]);
    }
  }

 private:
  std::uint64_t state_ = 0;
};

/// [rows × cols] of independent standard normals.
template <class S>
Matrix<S> normal_matrix(Random& random, Index rows, Index cols) {
  Matrix<S> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = static_cast<S>(random.normal());
  return result;
}

}  // namespace attn
