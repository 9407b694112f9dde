#include "core/attention/attention.h"

#include <cmath>
#include <complex>
#include <limits>

#include "core/tensor/check.h"
#include "core/tensor/rules.h"

namespace attn {

template <class S>
AttentionTrace<S> attention(const Matrix<S>& q, const Matrix<S>& k, const Matrix<S>& v,
                            const AttentionOptions& options) {
  const Index d_k = q.cols();
  check_range("d_k", static_cast<double>(d_k), 1, std::numeric_limits<int>::max());
  check_extent("keys", "columns", k.cols(), d_k, "the queries");
  check_extent("values", "rows", v.rows(), k.rows(), "the keys");
  check_finite("queries", q);
  check_finite("keys", k);
  check_finite("values", v);

  AttentionTrace<S> trace;
  trace.q = q;
  trace.k = k;
  trace.v = v;
  trace.scores.noalias() = q * k.transpose();
  check_finite("scores", trace.scores, ErrorCode::overflow);
  trace.scaled =
      options.divide_by_root_d_k ? Matrix<S>(trace.scores / std::sqrt(static_cast<S>(d_k))) : trace.scores;
  static_cast<SoftmaxTrace<S>&>(trace) = softmax(trace.scaled, options);
  trace.output.noalias() = trace.weights * v;
  check_finite("output", trace.output, ErrorCode::overflow);
  return trace;
}

template <class S>
AttentionGradient<S> attention_backward(const AttentionTrace<S>& trace, const Matrix<S>& grad_output,
                                        const AttentionOptions& options) {
  check_extent("grad_output", "rows", grad_output.rows(), trace.output.rows(), "the output");
  check_extent("grad_output", "columns", grad_output.cols(), trace.output.cols(), "the output");
  const auto d_k = static_cast<S>(trace.q.cols());

  AttentionGradient<S> gradient;
  const Matrix<S> grad_weights = grad_output * trace.v.transpose();
  gradient.grad_v.noalias() = trace.weights.transpose() * grad_output;
  const Matrix<S> grad_scaled = softmax_backward<S>(trace, grad_weights, options);
  const Matrix<S> grad_scores =
      options.divide_by_root_d_k ? Matrix<S>(grad_scaled / std::sqrt(d_k)) : grad_scaled;
  gradient.grad_q.noalias() = grad_scores * trace.k;
  gradient.grad_k.noalias() = grad_scores.transpose() * trace.q;
  return gradient;
}

template AttentionTrace<float> attention(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         const AttentionOptions&);
template AttentionTrace<double> attention(const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                          const AttentionOptions&);
// For gradients by complex step, in the tests; whoever does not call it does not link it.
template AttentionTrace<std::complex<double>> attention(const Matrix<std::complex<double>>&,
                                                        const Matrix<std::complex<double>>&,
                                                        const Matrix<std::complex<double>>&,
                                                        const AttentionOptions&);
template AttentionGradient<float> attention_backward(const AttentionTrace<float>&, const Matrix<float>&,
                                                     const AttentionOptions&);
template AttentionGradient<double> attention_backward(const AttentionTrace<double>&, const Matrix<double>&,
                                                      const AttentionOptions&);

void enter_attention(Ledger& ledger, const AttentionTrace<float>& trace, const AttentionOptions& options,
                     const std::string& prefix) {
  using Origin = Ledger::Origin;
  const Index n = trace.k.rows();
  const Index d_k = trace.k.cols();
  const auto named = [&prefix](const char* name) { return prefix + name; };

  ledger.enter(named("d_k"), static_cast<float>(d_k));
  ledger.enter(named("temperature"), static_cast<float>(options.temperature));
  ledger.enter(named("mask"), options.mask.size() == 0 ? Matrix<float>::Ones(trace.scores.rows(), n)
                                                       : Matrix<float>(options.mask.cast<float>()));
  ledger.enter(named("scores"), trace.scores, rules::row_by_row(named("q"), named("k"), d_k));
  ledger.enter(named("scaled"), trace.scaled,
               [divided = options.divide_by_root_d_k, scores = named("scores"), root = named("d_k")](
                   Index i, Index j) {
                 return divided ? Origin{Operation::over_root, {{scores, i, j}, {root, 0, 0}}}
                                : Origin{Operation::sum, {{scores, i, j}}};
               });
  ledger.enter(named("masked"), trace.masked,
               rules::cell_by_cell(Operation::mask, {named("scaled"), named("mask")}));
  ledger.enter(named("maxes"), trace.maxes, rules::along_row(Operation::maximum, named("masked"), n));
  ledger.enter(named("shifted"), trace.shifted,
               [masked = named("masked"), maxes = named("maxes"), temperature = named("temperature")](
                   Index i, Index j) {
                 return Origin{Operation::shifted, {{masked, i, j}, {maxes, i, 0}, {temperature, 0, 0}}};
               });
  ledger.enter(named("exps"), trace.exps, rules::cell_by_cell(Operation::exponential, {named("shifted")}));
  ledger.enter(named("sums"), trace.sums, rules::along_row(Operation::sum, named("exps"), n));
  ledger.enter(named("weights"), trace.weights,
               [exps = named("exps"), sums = named("sums")](Index i, Index j) {
                 return Origin{Operation::normalised, {{exps, i, j}, {sums, i, 0}}};
               });
  ledger.enter(named("output"), trace.output, rules::row_by_column(named("weights"), named("v"), n));
}

}  // namespace attn
