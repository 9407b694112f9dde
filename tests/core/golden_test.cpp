// Numbers an independent implementation gives: PyTorch, by tests/golden/make_attention.py.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/attention/attention.h"
#include "tests/core/golden_grid.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

struct GoldenAttention {
  int seed;
  Index n_q, n, d_k, d_v;
  double size, temperature;
  bool masked;
  std::vector<double> weights, output;
};
struct GoldenSoftmax {
  int seed;
  Index rows, cols;
  double size, temperature;
  bool masked;
  std::vector<double> weights;
};

// clang-format off
const GoldenAttention golden_attention[] = {
#include "tests/golden/attention.inc"
};
const GoldenSoftmax golden_softmax[] = {
#include "tests/golden/softmax.inc"
};
// clang-format on

// `hidden` of make_attention.py.
Mask mask_of(bool masked, int seed, Index rows, Index cols) {
  if (!masked) return {};
  Mask mask(rows, cols);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) mask(i, j) = (seed + 2 * i + 5 * j + i * j) % 3 != 0 || j == i % cols;
  }
  return mask;
}

template <class S>
constexpr double tolerance = 1e-5;
template <>
constexpr double tolerance<double> = 1e-12;

// Largest difference, each against the expected number, but no smaller one than `least`: where positive
// and negative terms cancel, what is left is as exact as the terms.
template <class S>
double relative_difference(const Matrix<S>& actual, const std::vector<double>& expected, double least) {
  REQUIRE(actual.size() == static_cast<Index>(expected.size()));
  double largest = 0;
  for (Index i = 0; i < actual.size(); ++i) {
    const double exact = expected[static_cast<std::size_t>(i)];
    const double apart = std::abs(static_cast<double>(actual.data()[i]) - exact);
    // Not std::max: a NaN must not get lost.
    if (!(apart / std::max(std::abs(exact), least) <= largest))
      largest = apart / std::max(std::abs(exact), least);
  }
  return largest;
}

}  // namespace

TEST_CASE_TEMPLATE("attention gives what PyTorch gives", S, float, double) {
  for (const GoldenAttention& golden : golden_attention) {
    CAPTURE(golden.seed);
    AttentionOptions options;
    options.temperature = golden.temperature;
    options.mask = mask_of(golden.masked, golden.seed, golden.n_q, golden.n);
    const AttentionTrace<S> trace = attention(grid<S>(golden.seed, golden.n_q, golden.d_k, golden.size),
                                              grid<S>(golden.seed + 1, golden.n, golden.d_k, golden.size),
                                              grid<S>(golden.seed + 2, golden.n, golden.d_v, 1), options);
    CHECK(relative_difference(trace.weights, golden.weights, 1e-30) < tolerance<S>);
    CHECK(relative_difference(trace.output, golden.output, 1) < tolerance<S>);
  }
}

TEST_CASE_TEMPLATE("softmax gives what PyTorch gives", S, float, double) {
  for (const GoldenSoftmax& golden : golden_softmax) {
    CAPTURE(golden.seed);
    const SoftmaxTrace<S> trace =
        softmax(grid<S>(golden.seed, golden.rows, golden.cols, golden.size),
                {golden.temperature, mask_of(golden.masked, golden.seed, golden.rows, golden.cols)});
    CHECK(relative_difference(trace.weights, golden.weights, 1e-30) < tolerance<S>);
  }
}

TEST_CASE("the golden cases reach logits of ten thousand") {
  double largest = 0;
  for (const GoldenAttention& golden : golden_attention) {
    const Matrix<double> scores =
        grid<double>(golden.seed, golden.n_q, golden.d_k, golden.size) *
        grid<double>(golden.seed + 1, golden.n, golden.d_k, golden.size).transpose();
    largest = std::max(largest, scores.array().abs().maxCoeff() / std::sqrt(static_cast<double>(golden.d_k)));
  }
  CHECK(largest > 1e4);
}
