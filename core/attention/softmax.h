// Softmax: scores into shares.
#pragma once

#include "core/tensor/tensor.h"

namespace attn {

struct SoftmaxOptions {
  /// τ ≥ 0 (finite). 1 leaves the scores as they are, more flattens the shares, less sharpens them.
  /// 0 is the limit: all of the weight on the largest score, in equal parts where several tie.
  double temperature = 1;
  /// [n_q × n], or 0×0 for none. A hidden cell gets weight 0.
  Mask mask;
};

/// Every step from scores to weights, by the names the page shows. Shapes: [n_q × n], or [n_q × 1]
/// where there is one number per row.
template <class S>
struct SoftmaxTrace {
  Matrix<S> masked;   // the scores, −∞ where hidden
  Matrix<S> maxes;    // [n_q × 1] largest masked score of the row; −∞ if all are hidden
  Matrix<S> shifted;  // (masked − max) / τ: 0 for the largest, negative for the rest (−∞ beyond S)
  Matrix<S> exps;     // e^shifted, between 0 and 1
  Matrix<S> sums;     // [n_q × 1] Σ exps of the row
  Matrix<S> weights;  // exps / sum: each row adds up to 1
};

/// Row-wise softmax of `scores` [n_q × n] in its stable form:
///   weights_ij = e^((s_ij − max_j s_ij)/τ) / Σ_j e^((s_ij − max_j s_ij)/τ)
/// Subtracting the maximum changes no weight (it cancels) and keeps every exponent ≤ 0, so nothing
/// overflows; docs/derivations/softmax.md shows both.
///
/// A row in which everything is hidden, or that has no cells, gets weights 0 (there is nothing to look
/// at), never NaN.
/// @throws Error(not_finite) for NaN or infinity in `scores`, Error(out_of_range) for the temperature,
///         Error(shape_mismatch) for the mask
template <class S>
SoftmaxTrace<S> softmax(const Matrix<S>& scores, const SoftmaxOptions& options = {});

/// ∂L/∂scores from `grad_weights` = ∂L/∂weights, both [n_q × n], and the trace of the forward pass:
///   grad_scores_ij = p_ij · (g_ij − Σ_m p_im · g_im) / τ        (docs/derivations/softmax.md, "The
///   gradient")
/// A hidden score has gradient 0.
/// @param options those of the forward pass; at temperature 0 there is no gradient
/// @throws Error(not_finite), Error(shape_mismatch), Error(out_of_range)
template <class S>
Matrix<S> softmax_backward(const SoftmaxTrace<S>& trace, const Matrix<S>& grad_weights,
                           const SoftmaxOptions& options = {});

/// What happens without subtracting the maximum.
template <class S>
struct NaiveSoftmaxTrace {
  Matrix<S> exps;     // [n_q × n] e^(masked/τ): +∞ once masked/τ > 88.72 in float
  Matrix<S> sums;     // [n_q × 1]
  Matrix<S> weights;  // [n_q × n] exps / sum: NaN where it is ∞/∞ or 0/0
};

/// The textbook formula as it stands, kept to show why nobody computes it so: the only function here
/// whose results may be infinite or NaN.
/// @throws as `softmax`; here a temperature of 0 is out of range too
template <class S>
NaiveSoftmaxTrace<S> naive_softmax(const Matrix<S>& scores, const SoftmaxOptions& options = {});

}  // namespace attn
