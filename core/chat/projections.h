// Three matrices, small enough to be read: what a question looks for (W_Q), what a message offers to be
// found by (W_K), and what it hands over when it is found (W_V). For features x, [n × 16]:
//
//   Q = x·W_Q   K = x·W_K   V = x·W_V        Vaswani et al. 2017, section 3.2
//
// They are written by hand, not learned. d_k = 9, so √d_k = 3: a number one can divide by in one's head.
#pragma once

#include <array>

#include "core/chat/features.h"
#include "core/tensor/tensor.h"

namespace attn {

inline constexpr Index key_count = 9;    // d_k
inline constexpr Index thing_count = 6;  // d_v

/// The one number we chose: how sharply a question tells a hit from a miss. A hit adds
/// gain / √d_k = 9 / 3 = 3 to the scaled score, so each hit less costs a factor e⁻³ ≈ 1/20 in weight.
inline constexpr float default_gain = 9.0f;

/// Columns of Q and K: eight subjects, and `answer`: does this sound like an answer?
const std::array<Dimension, 9>& key_dimensions();

/// Columns of V, named as they would stand in an answer.
const std::array<Dimension, 6>& thing_dimensions();

/// [16 × 9] The subjects as they are, times the gain; who asks looks for an answer.
Matrix<float> w_q(float gain = default_gain);

/// [16 × 9] The subjects as they are; answer = teacher − asks. Things are not in the Key: a message is
/// found by what it is about, not by what it would hand over.
Matrix<float> w_k();

/// [16 × 6] The things as they are.
Matrix<float> w_v();

}  // namespace attn
