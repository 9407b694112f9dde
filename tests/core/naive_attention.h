// Attention written with nothing but loops and scalars, straight from the formulas: slow, obvious, and
// in double whatever the engine computes in. The fast path is tested against it.
#pragma once

#include <cmath>

#include "core/attention/attention.h"

namespace attn::test {

struct NaiveAttention {
  Matrix<double> weights;  // [n_q × n]
  Matrix<double> output;   // [n_q × d_v]
};

/// Row-wise softmax of `scores` at `temperature`: nothing visible gives 0; a temperature of 0 shares the
/// weight among the largest.
template <class S>
Matrix<double> naive_weights(const Matrix<S>& scores, const SoftmaxOptions& options) {
  const auto visible = [&](Index i, Index j) { return options.mask.size() == 0 || options.mask(i, j); };
  Matrix<double> weights = Matrix<double>::Zero(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    bool any = false;
    double largest = 0;
    for (Index j = 0; j < scores.cols(); ++j) {
      if (!visible(i, j)) continue;
      const auto score = static_cast<double>(scores(i, j));
      largest = any ? std::fmax(largest, score) : score;
      any = true;
    }
    double sum = 0;
    for (Index j = 0; j < scores.cols(); ++j) {
      if (!visible(i, j)) continue;
      const double below = static_cast<double>(scores(i, j)) - largest;
      if (options.temperature == 0)
        weights(i, j) = below == 0 ? 1 : 0;
      else
        weights(i, j) = std::exp(below / options.temperature);
      sum += weights(i, j);
    }
    for (Index j = 0; j < scores.cols(); ++j) {
      if (visible(i, j)) weights(i, j) /= sum;
    }
  }
  return weights;
}

template <class S>
NaiveAttention naive_attention(const Matrix<S>& q, const Matrix<S>& k, const Matrix<S>& v,
                               const AttentionOptions& options = {}) {
  Matrix<double> scores(q.rows(), k.rows());
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index j = 0; j < k.rows(); ++j) {
      double dot = 0;
      for (Index c = 0; c < q.cols(); ++c) dot += static_cast<double>(q(i, c)) * static_cast<double>(k(j, c));
      scores(i, j) = options.divide_by_root_d_k ? dot / std::sqrt(static_cast<double>(q.cols())) : dot;
    }
  }

  NaiveAttention result;
  result.weights = naive_weights(scores, options);
  result.output.resize(q.rows(), v.cols());
  for (Index i = 0; i < q.rows(); ++i) {
    for (Index c = 0; c < v.cols(); ++c) {
      double mix = 0;
      for (Index j = 0; j < k.rows(); ++j) mix += result.weights(i, j) * static_cast<double>(v(j, c));
      result.output(i, c) = mix;
    }
  }
  return result;
}

}  // namespace attn::test
