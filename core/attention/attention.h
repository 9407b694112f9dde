// Scaled dot-product attention: the star of the show.
#pragma once

#include <string>

#include "core/attention/softmax.h"
#include "core/tensor/ledger.h"

namespace attn {

struct AttentionOptions : SoftmaxOptions {
  /// Divide the scores by √d_k. Off only to show what that is good for.
  bool divide_by_root_d_k = true;
};

/// Every named intermediate of one attention, in the order of computation; the page, the declarations
/// and the docs use these names. The softmax steps are inherited.
template <class S>
struct AttentionTrace : SoftmaxTrace<S> {
  Matrix<S> q;       // [n_q × d_k] Queries: what is asked for
  Matrix<S> k;       // [n × d_k]   Keys: what each message offers to be found by
  Matrix<S> v;       // [n × d_v]   Values: what each message has to say
  Matrix<S> scores;  // [n_q × n]   q·kᵀ
  Matrix<S> scaled;  // [n_q × n]   scores / √d_k
  Matrix<S> output;  // [n_q × d_v] weights·v
};

/// Attention(Q, K, V) = softmax(Q·Kᵀ/√d_k)·V      (Vaswani et al. 2017, equation 1)
///
/// @param q [n_q × d_k], @param k [n × d_k], @param v [n × d_v]; d_k ≥ 1. n may be 0.
/// A query that may look at nothing (no messages, or all hidden) gets weights 0 and output 0.
/// @throws Error(shape_mismatch), Error(not_finite), Error(out_of_range), and Error(overflow) where
///         finite input gives scores or an output too large for S
template <class S>
AttentionTrace<S> attention(const Matrix<S>& q, const Matrix<S>& k, const Matrix<S>& v,
                            const AttentionOptions& options = {});

template <class S>
struct AttentionGradient {
  Matrix<S> grad_q, grad_k, grad_v;  // shaped as q, k and v
};

/// ∂L/∂q, ∂L/∂k and ∂L/∂v from `grad_output` = ∂L/∂output [n_q × d_v] and the trace of the forward pass.
/// Each line undoes one line of `attention`, from the last to the first.
/// @param options those of the forward pass; at temperature 0 there is no gradient
/// @throws Error(shape_mismatch), Error(not_finite), Error(out_of_range)
template <class S>
AttentionGradient<S> attention_backward(const AttentionTrace<S>& trace, const Matrix<S>& grad_output,
                                        const AttentionOptions& options = {});

/// Enters what `attention` computed into a ledger that already holds "q", "k" and "v" (given, or with
/// the rules of whoever made them): d_k temperature mask scores scaled masked maxes shifted exps sums
/// weights output.
/// @param prefix stands before every name, these and "q", "k", "v": several heads share one ledger
void enter_attention(Ledger& ledger, const AttentionTrace<float>& trace, const AttentionOptions& options,
                     const std::string& prefix = "");

}  // namespace attn
