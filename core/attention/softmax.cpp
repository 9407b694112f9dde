#include "core/attention/softmax.h"

#include <complex>
#include <limits>
#include <string_view>
#include <type_traits>

#include "core/attention/exponential.h"
#include "core/tensor/check.h"

namespace attn {
namespace {

template <class S>
using Real = typename Eigen::NumTraits<S>::Real;  // of a complex number: what its parts are made of

template <class S>
const S infinity = std::numeric_limits<Real<S>>::infinity();

template <class S>
Matrix<S> apply_mask(const Matrix<S>& scores, const Mask& mask) {
  if (mask.size() == 0) return scores;
  return mask.select(scores, Matrix<S>::Constant(scores.rows(), scores.cols(), -infinity<S>));
}

template <class S>
void check_softmax(const Matrix<S>& scores, std::string_view name, const SoftmaxOptions& options,
                   double least_temperature) {
  check_finite(name, scores);
  check_range("temperature", options.temperature, least_temperature, std::numeric_limits<Real<S>>::max());
  if (options.mask.rows() == 0 && options.mask.cols() == 0) return;
  check_extent("mask", "rows", options.mask.rows(), scores.rows(), "the scores");
  check_extent("mask", "columns", options.mask.cols(), scores.cols(), "the scores");
}

// (masked − max) / τ, with −∞ staying −∞ and the limit taken for τ = 0.
template <class S>
Matrix<S> shift(const Matrix<S>& masked, const Matrix<S>& maxes, Real<S> temperature) {
  Matrix<S> shifted(masked.rows(), masked.cols());
  for (Index i = 0; i < masked.rows(); ++i) {
    for (Index j = 0; j < masked.cols(); ++j) {
      // 0/τ is 0 for every τ > 0, and so it is in the limit: this case also spares −∞ − (−∞) and 0/0.
      if (masked(i, j) == -infinity<S>)
        shifted(i, j) = -infinity<S>;
      else if (masked(i, j) == maxes(i, 0))
        shifted(i, j) = S(0);
      else
        shifted(i, j) = temperature > 0 ? (masked(i, j) - maxes(i, 0)) / temperature : -infinity<S>;
    }
  }
  return shifted;
}

template <class S>
Matrix<S> row_maxima(const Matrix<S>& x) {
  Matrix<S> maxima = Matrix<S>::Constant(x.rows(), 1, -infinity<S>);
  if (x.cols() == 0) return maxima;
  for (Index i = 0; i < x.rows(); ++i) {
    Index largest = 0;
    x.row(i).real().maxCoeff(&largest);  // a complex step must not decide which score is the largest
    maxima(i, 0) = x(i, largest);
  }
  return maxima;
}

// Added up in double: two hundred small terms on top of one large one are all rounded in the same
// direction, and in float the weights would then add up to 0.99999.
template <class S>
Matrix<S> row_sums(const Matrix<S>& x) {
  using Wide = std::conditional_t<Eigen::NumTraits<S>::IsComplex, S, double>;
  return x.template cast<Wide>().rowwise().sum().template cast<S>();
}

template <class S>
Matrix<S> divide_rows(const Matrix<S>& exps, const Matrix<S>& sums) {
  Matrix<S> weights(exps.rows(), exps.cols());
  for (Index i = 0; i < exps.rows(); ++i) {
    // The largest score contributes e⁰ = 1, so a sum of 0 means: nothing may be looked at.
    if (sums(i, 0) == S(0))
      weights.row(i).setZero();
    else
      weights.row(i) = exps.row(i) / sums(i, 0);
  }
  return weights;
}

}  // namespace

template <class S>
SoftmaxTrace<S> softmax(const Matrix<S>& scores, const SoftmaxOptions& options) {
  check_softmax(scores, "scores", options, 0);
  SoftmaxTrace<S> trace;
  trace.masked = apply_mask(scores, options.mask);
  trace.maxes = row_maxima(trace.masked);
  trace.shifted = shift(trace.masked, trace.maxes, static_cast<Real<S>>(options.temperature));
  trace.exps = exponential(trace.shifted);
  trace.sums = row_sums(trace.exps);
  trace.weights = divide_rows(trace.exps, trace.sums);
  return trace;
}

template <class S>
Matrix<S> softmax_backward(const SoftmaxTrace<S>& trace, const Matrix<S>& grad_weights,
                           const SoftmaxOptions& options) {
  check_softmax(grad_weights, "grad_weights", options, std::numeric_limits<Real<S>>::min());
  check_extent("grad_weights", "rows", grad_weights.rows(), trace.weights.rows(), "the weights");
  check_extent("grad_weights", "columns", grad_weights.cols(), trace.weights.cols(), "the weights");
  const Matrix<S>& weights = trace.weights;
  const auto temperature = static_cast<Real<S>>(options.temperature);

  // The division by the sum and the exponential in one: diag(p) − p·pᵀ, applied without building it.
  const Matrix<S> held = weights.cwiseProduct(grad_weights).rowwise().sum();
  const Matrix<S> grad_shifted = weights.array() * (grad_weights.array().colwise() - held.col(0).array());
  // The maximum moves all scores of a row alike and so moves no weight; a hidden cell has weight 0, hence
  // gradient 0 already.
  return grad_shifted / temperature;
}

template <class S>
NaiveSoftmaxTrace<S> naive_softmax(const Matrix<S>& scores, const SoftmaxOptions& options) {
  check_softmax(scores, "scores", options, std::numeric_limits<S>::min());
  NaiveSoftmaxTrace<S> trace;
  const Matrix<S> masked = apply_mask(scores, options.mask);
  trace.exps = exponential(Matrix<S>(masked / static_cast<S>(options.temperature)));
  trace.sums = trace.exps.rowwise().sum();
  trace.weights = trace.exps.array().colwise() / trace.sums.col(0).array();
  return trace;
}

template struct SoftmaxTrace<float>;
template struct SoftmaxTrace<double>;
template SoftmaxTrace<float> softmax(const Matrix<float>&, const SoftmaxOptions&);
template SoftmaxTrace<double> softmax(const Matrix<double>&, const SoftmaxOptions&);
// For gradients by complex step, in the tests; whoever does not call it does not link it.
template SoftmaxTrace<std::complex<double>> softmax(const Matrix<std::complex<double>>&,
                                                    const SoftmaxOptions&);
template Matrix<float> softmax_backward(const SoftmaxTrace<float>&, const Matrix<float>&,
                                        const SoftmaxOptions&);
template Matrix<double> softmax_backward(const SoftmaxTrace<double>&, const Matrix<double>&,
                                         const SoftmaxOptions&);
template NaiveSoftmaxTrace<float> naive_softmax(const Matrix<float>&, const SoftmaxOptions&);
template NaiveSoftmaxTrace<double> naive_softmax(const Matrix<double>&, const SoftmaxOptions&);

}  // namespace attn
