// Multi-head attention: several attentions side by side, each with its own projections.
#pragma once

#include <vector>

#include "core/attention/attention.h"

namespace attn {

/// The projections of all heads side by side: head i (from 0) owns columns i·d_k … of w_q and w_k, columns
/// i·d_v … of w_v, and rows i·d_v … of w_o. A bias is one row, or 0×0 for none.
template <class S>
struct MultiHeadWeights {
  Matrix<S> w_q;  // [d_model × h·d_k]
  Matrix<S> w_k;  // [d_model × h·d_k]; as many rows as the Keys' tokens are wide, should that differ
  Matrix<S> w_v;  // [d_model × h·d_v]; likewise
  Matrix<S> w_o;  // [h·d_v × d_model]
  Matrix<S> b_q;  // [1 × h·d_k]
  Matrix<S> b_k;  // [1 × h·d_k]
  Matrix<S> b_v;  // [1 × h·d_v]
  Matrix<S> b_o;  // [1 × d_model]
};

struct MultiHeadOptions : AttentionOptions {
  Index heads = 1;  // h
  /// One entry a head, or empty for all on. A head that is off speaks zeros: it is silenced before W_O, which
  /// stays as it is (Michel et al. 2019, equation 1 with ξ = 0).
  std::vector<bool> on;
};

/// Every named intermediate, in the order of computation.
template <class S>
struct MultiHeadTrace {
  Matrix<S> q;                           // [n_q × h·d_k] all heads side by side
  Matrix<S> k;                           // [n × h·d_k]
  Matrix<S> v;                           // [n × h·d_v]
  std::vector<AttentionTrace<S>> heads;  // each with its own q, k, v, weights, output
  Matrix<S> concat;                      // [n_q × h·d_v] the heads' outputs side by side, zeros where off
  Matrix<S> output;                      // [n_q × d_model]
};

/// MultiHead(X_q, X_k, X_v) = Concat(head_1, …, head_h)·W_O
/// head_i = Attention(X_q·W_Q_i, X_k·W_K_i, X_v·W_V_i)           (Vaswani et al. 2017, section 3.2.2)
///
/// @param x_q [n_q × d_model], @param x_k [n × d_model], @param x_v [n × d_model]: the tokens that ask, are
///        compared and are mixed. The same matrix three times is self-attention.
/// @param options one mask [n_q × n] for all heads; h ≥ 1 divides the columns of w_q, w_k and w_v
/// @throws Error(shape_mismatch), Error(not_finite), Error(out_of_range), Error(overflow) as `attention`
template <class S>
MultiHeadTrace<S> multi_head(const Matrix<S>& x_q, const Matrix<S>& x_k, const Matrix<S>& x_v,
                             const MultiHeadWeights<S>& weights, const MultiHeadOptions& options = {});

template <class S>
struct MultiHeadGradient {
  Matrix<S> grad_x_q, grad_x_k, grad_x_v;
  MultiHeadWeights<S> grad_weights;  // a bias that is not there has no gradient: 0×0
};

/// The gradient of a loss L from `grad_output` = ∂L/∂output [n_q × d_model] and the trace of the forward
/// pass, whose arguments come first. Each line undoes one line of `multi_head`, from the last to the first.
/// In self-attention, ∂L/∂x is the sum grad_x_q + grad_x_k + grad_x_v.
/// @throws Error(shape_mismatch), Error(not_finite), Error(out_of_range)
template <class S>
MultiHeadGradient<S> multi_head_backward(const Matrix<S>& x_q, const Matrix<S>& x_k, const Matrix<S>& x_v,
                                         const MultiHeadWeights<S>& weights, const MultiHeadTrace<S>& trace,
                                         const Matrix<S>& grad_output, const MultiHeadOptions& options = {});

/// Self-attention within each of b sequences of different lengths: every one is filled up with rows of zeros
/// to the longest, as a batch on parallel hardware would be, and the padding is hidden from all. The first
/// `length` rows of each result are what the sequence gives alone; the rows after them mean nothing.
/// @param batch b matrices [length × d_model]
/// @param causal also hide later tokens from earlier ones
/// @param options without a mask: it is made here
template <class S>
std::vector<MultiHeadTrace<S>> multi_head_batch(const std::vector<Matrix<S>>& batch,
                                                const MultiHeadWeights<S>& weights, bool causal,
                                                MultiHeadOptions options = {});

}  // namespace attn
