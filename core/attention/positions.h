// Sinusoidal positions: how attention, which sees a set, is told about order.
#pragma once

#include "core/tensor/tensor.h"

namespace attn {

/// The angle at place `pos` in column `c`: pos / 10000^(2i/d_model) with i = ⌊c/2⌋, in radians. Column pairs
/// turn like the hands of a clock, the first fastest, each slower than the one before.
/// [n × d_model]; n ≥ 0, d_model ≥ 1 even
/// @throws Error(out_of_range), Error(shape_mismatch) for an odd d_model
Matrix<double> position_angles(Index n, Index d_model);

/// PE(pos, 2i) = sin(angle), PE(pos, 2i+1) = cos(angle)        (Vaswani et al. 2017, section 3.5)
/// Row `pos` is to be added to the token at that place, counted from 0. [n × d_model], each within ±1.
/// Computed in double and rounded once, because sin and cos of float differ between libraries.
/// @throws as `position_angles`
template <class S>
Matrix<S> sinusoidal_positions(Index n, Index d_model);

}  // namespace attn
