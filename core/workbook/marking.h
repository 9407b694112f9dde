// What quiz and exercise share: when a typed number is right, and numbers small enough to work with by hand.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/tensor/random.h"

namespace attn {

/// One part in a hundred off is right, so that rounding is allowed, and so is `rounding` itself. NaN is never
/// right.
inline bool same_number(double typed, double expected, double rounding = 0) {
  return std::abs(typed - expected) <= 0.0101 * std::abs(expected) + rounding + 1e-9;
}

/// So far apart that neither is taken for the other when both are rounded.
inline bool distinct(double a, double b, double rounding = 0) {
  return !(std::abs(a - b) <= 0.03 * std::max(std::abs(a), std::abs(b)) + 2 * rounding);
}

/// Whole numbers from `least` to `most`.
inline Matrix<float> small_integers(Random& random, Index rows, Index cols, int least, int most) {
  Matrix<float> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) {
    result.data()[i] = static_cast<float>(
        least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1))));
  }
  return result;
}

}  // namespace attn
