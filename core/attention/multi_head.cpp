#include "core/attention/multi_head.h"

#include <algorithm>
#include <complex>
#include <limits>
#include <string_view>

#include "core/attention/mask.h"
#include "core/tensor/check.h"

namespace attn {
namespace {

template <class S>
void check_projection(std::string_view name, const Matrix<S>& x, const Matrix<S>& w, const Matrix<S>& b,
                      Index heads) {
  check_extent(name, "rows", w.rows(), x.cols(), "the columns of its tokens");
  check_extent(name, "columns", w.cols(), w.cols() / heads * heads, "a whole number for each head");
  if (b.size() == 0) return;
  check_extent("bias", "rows", b.rows(), 1, "one for all tokens");
  check_extent("bias", "columns", b.cols(), w.cols(), "its projection");
}

template <class S>
void check_multi_head(const Matrix<S>& x_q, const Matrix<S>& x_k, const Matrix<S>& x_v,
                      const MultiHeadWeights<S>& weights, const MultiHeadOptions& options) {
  check_range("heads", static_cast<double>(options.heads), 1, std::numeric_limits<int>::max());
  if (!options.on.empty())
    check_extent("on", "entries", static_cast<Index>(options.on.size()), options.heads, "the heads");
  check_projection("w_q", x_q, weights.w_q, weights.b_q, options.heads);
  check_projection("w_k", x_k, weights.w_k, weights.b_k, options.heads);
  check_projection("w_v", x_v, weights.w_v, weights.b_v, options.heads);
  check_extent("w_k", "columns", weights.w_k.cols(), weights.w_q.cols(), "w_q");
  check_extent("w_o", "rows", weights.w_o.rows(), weights.w_v.cols(), "the columns of w_v");
  if (weights.b_o.size() == 0) return;
  check_extent("bias", "rows", weights.b_o.rows(), 1, "one for all tokens");
  check_extent("bias", "columns", weights.b_o.cols(), weights.w_o.cols(), "its projection");
}

bool is_on(const MultiHeadOptions& options, Index head) {
  return options.on.empty() || options.on[static_cast<std::size_t>(head)];
}

/// The columns of one of `heads` equal parts.
template <class M>
auto part(M& x, Index head, Index heads) {
  const Index width = x.cols() / heads;
  return x.middleCols(head * width, width);
}

template <class S>
Matrix<S> project(const Matrix<S>& x, const Matrix<S>& w, const Matrix<S>& b) {
  Matrix<S> y = x * w;
  if (b.size() != 0) y.rowwise() += b.row(0);
  return y;
}

/// Writes ∂L/∂w and ∂L/∂b, and returns ∂L/∂x.
template <class S>
Matrix<S> project_backward(const Matrix<S>& x, const Matrix<S>& w, const Matrix<S>& b,
                           const Matrix<S>& grad_y, Matrix<S>& grad_w, Matrix<S>& grad_b) {
  if (b.size() != 0) grad_b = grad_y.colwise().sum();
  grad_w.noalias() = x.transpose() * grad_y;
  return grad_y * w.transpose();
}

}  // namespace

template <class S>
MultiHeadTrace<S> multi_head(const Matrix<S>& x_q, const Matrix<S>& x_k, const Matrix<S>& x_v,
                             const MultiHeadWeights<S>& weights, const MultiHeadOptions& options) {
  check_multi_head(x_q, x_k, x_v, weights, options);
  const Index h = options.heads;

  MultiHeadTrace<S> trace;
  trace.q = project(x_q, weights.w_q, weights.b_q);
  trace.k = project(x_k, weights.w_k, weights.b_k);
  trace.v = project(x_v, weights.w_v, weights.b_v);
  trace.concat = Matrix<S>::Zero(trace.q.rows(), trace.v.cols());
  for (Index i = 0; i < h; ++i) {
    trace.heads.push_back(
        attention<S>(part(trace.q, i, h), part(trace.k, i, h), part(trace.v, i, h), options));
    if (is_on(options, i)) part(trace.concat, i, h) = trace.heads.back().output;
  }
  trace.output = project(trace.concat, weights.w_o, weights.b_o);
  check_finite("output", trace.output, ErrorCode::overflow);
  return trace;
}

template <class S>
MultiHeadGradient<S> multi_head_backward(const Matrix<S>& x_q, const Matrix<S>& x_k, const Matrix<S>& x_v,
                                         const MultiHeadWeights<S>& weights, const MultiHeadTrace<S>& trace,
                                         const Matrix<S>& grad_output, const MultiHeadOptions& options) {
  check_multi_head(x_q, x_k, x_v, weights, options);
  check_extent("grad_output", "rows", grad_output.rows(), trace.output.rows(), "the output");
  check_extent("grad_output", "columns", grad_output.cols(), trace.output.cols(), "the output");
  const Index h = options.heads;

  MultiHeadGradient<S> gradient;
  MultiHeadWeights<S>& grad = gradient.grad_weights;
  const Matrix<S> grad_concat =
      project_backward(trace.concat, weights.w_o, weights.b_o, grad_output, grad.w_o, grad.b_o);
  Matrix<S> grad_q = Matrix<S>::Zero(trace.q.rows(), trace.q.cols());
  Matrix<S> grad_k = Matrix<S>::Zero(trace.k.rows(), trace.k.cols());
  Matrix<S> grad_v = Matrix<S>::Zero(trace.v.rows(), trace.v.cols());
  for (Index i = h - 1; i >= 0; --i) {
    if (!is_on(options, i)) continue;
    const AttentionGradient<S> head =
        attention_backward<S>(trace.heads[static_cast<std::size_t>(i)], part(grad_concat, i, h), options);
    part(grad_q, i, h) = head.grad_q;
    part(grad_k, i, h) = head.grad_k;
    part(grad_v, i, h) = head.grad_v;
  }
  gradient.grad_x_v = project_backward(x_v, weights.w_v, weights.b_v, grad_v, grad.w_v, grad.b_v);
  gradient.grad_x_k = project_backward(x_k, weights.w_k, weights.b_k, grad_k, grad.w_k, grad.b_k);
  gradient.grad_x_q = project_backward(x_q, weights.w_q, weights.b_q, grad_q, grad.w_q, grad.b_q);
  return gradient;
}

template <class S>
std::vector<MultiHeadTrace<S>> multi_head_batch(const std::vector<Matrix<S>>& batch,
                                                const MultiHeadWeights<S>& weights, bool causal,
                                                MultiHeadOptions options) {
  Index longest = 0;
  for (const Matrix<S>& x : batch) longest = std::max(longest, x.rows());

  std::vector<MultiHeadTrace<S>> traces;
  for (const Matrix<S>& x : batch) {
    Matrix<S> padded = Matrix<S>::Zero(longest, x.cols());
    padded.topRows(x.rows()) = x;
    options.mask = padding_mask(longest, longest, x.rows());
    if (causal) options.mask = both(options.mask, causal_mask(longest));
    traces.push_back(multi_head(padded, padded, padded, weights, options));
  }
  return traces;
}

#define ATTN_MULTI_HEAD(S)                                                                    \
  template MultiHeadTrace<S> multi_head(const Matrix<S>&, const Matrix<S>&, const Matrix<S>&, \
                                        const MultiHeadWeights<S>&, const MultiHeadOptions&);
#define ATTN_MULTI_HEAD_BACKWARD(S)                                                                       \
  template MultiHeadGradient<S> multi_head_backward(const Matrix<S>&, const Matrix<S>&, const Matrix<S>&, \
                                                    const MultiHeadWeights<S>&, const MultiHeadTrace<S>&, \
                                                    const Matrix<S>&, const MultiHeadOptions&);           \
  template std::vector<MultiHeadTrace<S>> multi_head_batch(                                               \
      const std::vector<Matrix<S>>&, const MultiHeadWeights<S>&, bool, MultiHeadOptions);
ATTN_MULTI_HEAD(float)
ATTN_MULTI_HEAD(double)
ATTN_MULTI_HEAD(std::complex<double>)  // for gradients by complex step, in the tests
ATTN_MULTI_HEAD_BACKWARD(float)
ATTN_MULTI_HEAD_BACKWARD(double)
#undef ATTN_MULTI_HEAD
#undef ATTN_MULTI_HEAD_BACKWARD

}  // namespace attn
