// Numbers an independent implementation gives: PyTorch, by tests/golden/make_multi_head.py.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/attention/mask.h"
#include "core/attention/multi_head.h"
#include "tests/core/golden_grid.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

struct Golden {
  int seed;
  Index h, n_q, n, d_model, d_key, d_value, d_k, d_v;
  bool bias, causal;
  Index length;
  std::vector<double> weights, output;
};
struct GoldenGradient {
  int seed;
  std::vector<double> numbers;
};

// clang-format off
const std::vector<Golden> golden{
#include "tests/golden/multi_head.inc"
};
const std::vector<GoldenGradient> golden_gradients{
#include "tests/golden/multi_head_gradients.inc"
};
// clang-format on

template <class S>
struct Case {
  Matrix<S> x_q, x_k, x_v;
  MultiHeadWeights<S> weights;
  MultiHeadOptions options;
};

template <class S>
Case<S> case_of(const Golden& g) {
  Case<S> c;
  c.x_q = grid<S>(g.seed, g.n_q, g.d_model, 1);
  c.x_k = grid<S>(g.seed + 1, g.n, g.d_key, 1);
  c.x_v = grid<S>(g.seed + 2, g.n, g.d_value, 1);
  c.weights.w_q = grid<S>(g.seed + 10, g.d_model, g.h * g.d_k, 0.25);
  c.weights.w_k = grid<S>(g.seed + 11, g.d_key, g.h * g.d_k, 0.25);
  c.weights.w_v = grid<S>(g.seed + 12, g.d_value, g.h * g.d_v, 0.25);
  c.weights.w_o = grid<S>(g.seed + 13, g.h * g.d_v, g.d_model, 0.25);
  if (g.bias) {
    c.weights.b_q = grid<S>(g.seed + 20, 1, g.h * g.d_k, 0.5);
    c.weights.b_k = grid<S>(g.seed + 21, 1, g.h * g.d_k, 0.5);
    c.weights.b_v = grid<S>(g.seed + 22, 1, g.h * g.d_v, 0.5);
    c.weights.b_o = grid<S>(g.seed + 23, 1, g.d_model, 0.5);
  }
  c.options.heads = g.h;
  c.options.mask = padding_mask(g.n_q, g.n, g.length);
  if (g.causal) c.options.mask = both(c.options.mask, causal_mask(g.n));
  return c;
}

template <class S>
MultiHeadTrace<S> run(const Case<S>& c) {
  return multi_head(c.x_q, c.x_k, c.x_v, c.weights, c.options);
}

Matrix<double> matrix_of(const std::vector<double>& numbers, std::size_t from, Index rows, Index cols) {
  return Eigen::Map<const Matrix<double>>(numbers.data() + from, rows, cols);
}

template <class S>
constexpr double tolerance = 4e-6;
template <>
constexpr double tolerance<double> = 1e-14;

}  // namespace

TEST_CASE_TEMPLATE("several heads give what PyTorch gives, every head's weights and the output", S, float,
                   double) {
  for (const Golden& g : golden) {
    CAPTURE(g.seed);
    const MultiHeadTrace<S> trace = run(case_of<S>(g));
    REQUIRE(static_cast<Index>(trace.heads.size()) == g.h);
    for (Index i = 0; i < g.h; ++i) {
      const std::size_t at = static_cast<std::size_t>(i * g.n_q * g.n);
      CHECK(distance(trace.heads[static_cast<std::size_t>(i)].weights, matrix_of(g.weights, at, g.n_q, g.n)) <
            tolerance<S>);
    }
    CHECK(distance(trace.output, matrix_of(g.output, 0, g.n_q, g.d_model)) < 4 * tolerance<S>);
  }
}

TEST_CASE("several heads have the gradients PyTorch's autograd gives") {
  for (const GoldenGradient& expected : golden_gradients) {
    const Golden& g = golden[static_cast<std::size_t>(expected.seed)];
    CAPTURE(g.seed);
    const Case<double> c = case_of<double>(g);
    const MultiHeadGradient<double> gradient = multi_head_backward(
        c.x_q, c.x_k, c.x_v, c.weights, run(c), grid<double>(g.seed + 30, g.n_q, g.d_model, 1), c.options);
    const MultiHeadWeights<double>& w = gradient.grad_weights;
    std::size_t at = 0;
    for (const Matrix<double>* part : {&gradient.grad_x_q, &gradient.grad_x_k, &gradient.grad_x_v, &w.w_q,
                                       &w.w_k, &w.w_v, &w.w_o, &w.b_q, &w.b_k, &w.b_v, &w.b_o}) {
      CHECK(distance(*part, matrix_of(expected.numbers, at, part->rows(), part->cols())) < 1e-12);
      at += static_cast<std::size_t>(part->size());
    }
    CHECK(at == expected.numbers.size());
  }
}

TEST_CASE("the golden shapes are many, and the awkward ones are among them") {
  CHECK(golden.size() >= 20);
  const auto some = [](auto condition) { return std::any_of(golden.begin(), golden.end(), condition); };
  CHECK(some([](const Golden& g) { return g.h == 1 && g.n > 1; }));
  CHECK(some([](const Golden& g) { return g.d_k != g.d_v; }));
  CHECK(some([](const Golden& g) { return g.n_q == 1 && g.n == 1; }));
  CHECK(some([](const Golden& g) { return g.causal && g.length < g.n; }));
  CHECK(some([](const Golden& g) { return g.d_key != g.d_model && g.d_value != g.d_model; }));
}
