#include "core/attention/softmax.h"

#include <limits>

#include "core/attention/exponential.h"
#include "core/tensor/check.h"

namespace attn {
namespace {

template <class S>
constexpr S infinity = std::numeric_limits<S>::infinity();

template <class S>
Matrix<S> apply_mask(const Matrix<S>& scores, const Mask& mask) {
  if (mask.size() == 0) return scores;
  return mask.select(scores, Matrix<S>::Constant(scores.rows(), scores.cols(), -infinity<S>));
}

template <class S>
void check_softmax(const Matrix<S>& scores, const SoftmaxOptions& options, double least_temperature) {
  check_finite("scores", scores);
  check_range("temperature", options.temperature, least_temperature, std::numeric_limits<S>::max());
  if (options.mask.rows() == 0 && options.mask.cols() == 0) return;
  check_extent("mask", "rows", options.mask.rows(), scores.rows(), "the scores");
  check_extent("mask", "columns", options.mask.cols(), scores.cols(), "the scores");
}

// (masked − max) / τ, with −∞ staying −∞ and the limit taken for τ = 0.
template <class S>
Matrix<S> shift(const Matrix<S>& masked, const Matrix<S>& maxes, S temperature) {
  Matrix<S> shifted(masked.rows(), masked.cols());
  for (Index i = 0; i < masked.rows(); ++i) {
    for (Index j = 0; j < masked.cols(); ++j) {
      // 0/τ is 0 for every τ > 0, and so it is in the limit: this case also spares −∞ − (−∞) and 0/0.
      if (masked(i, j) == -infinity<S>)
        shifted(i, j) = -infinity<S>;
      else if (masked(i, j) == maxes(i, 0))
        shifted(i, j) = S(0);
      else
        shifted(i, j) = temperature > S(0) ? (masked(i, j) - maxes(i, 0)) / temperature : -infinity<S>;
    }
  }
  return shifted;
}

template <class S>
Matrix<S> row_maxima(const Matrix<S>& x) {
  if (x.cols() == 0) return Matrix<S>::Constant(x.rows(), 1, -infinity<S>);
  return x.rowwise().maxCoeff();
}

// Added up in double: two hundred small terms on top of one large one are all rounded in the same
// direction, and in float the weights would then add up to 0.99999.
template <class S>
Matrix<S> row_sums(const Matrix<S>& x) {
  return x.template cast<double>().rowwise().sum().template cast<S>();
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
  check_softmax(scores, options, 0);
  SoftmaxTrace<S> trace;
  trace.masked = apply_mask(scores, options.mask);
  trace.maxes = row_maxima(trace.masked);
  trace.shifted = shift(trace.masked, trace.maxes, static_cast<S>(options.temperature));
  trace.exps = exponential(trace.shifted);
  trace.sums = row_sums(trace.exps);
  trace.weights = divide_rows(trace.exps, trace.sums);
  return trace;
}

template <class S>
NaiveSoftmaxTrace<S> naive_softmax(const Matrix<S>& scores, const SoftmaxOptions& options) {
  check_softmax(scores, options, std::numeric_limits<S>::min());
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
template NaiveSoftmaxTrace<float> naive_softmax(const Matrix<float>&, const SoftmaxOptions&);
template NaiveSoftmaxTrace<double> naive_softmax(const Matrix<double>&, const SoftmaxOptions&);

}  // namespace attn
