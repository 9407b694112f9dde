// The numbers printed in docs/derivations, to the digits printed there.
#include <doctest/doctest.h>

#include <cmath>

#include "core/attention/attention.h"
#include "core/attention/mask.h"
#include "core/attention/multi_head.h"
#include "core/attention/positions.h"
#include "core/attention/spread.h"
#include "core/chat/class_chat.h"
#include "core/chat/everyone.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

// Half a unit of the last of four printed decimals, and a little for the decimal point itself.
constexpr double four_decimals = 0.50001e-4;

Matrix<double> row(double a, double b, double c) { return Matrix<double>{{a, b, c}}; }

Matrix<double> jacobian(const Matrix<double>& p) {
  return Matrix<double>(p.row(0).asDiagonal()) - p.transpose() * p;
}

}  // namespace

// ── docs/derivations/softmax.md ─────────────────────────────────────────────────────────────────

TEST_CASE("softmax.md: the worked example") {
  struct Column {
    double temperature;
    Matrix<double> shifted, exps, weights;
    double sum;
  };
  const Column columns[] = {
      {1, row(0, -1, -2), row(1, 0.3679, 0.1353), row(0.6652, 0.2447, 0.0900), 1.5032},
      {2, row(0, -0.5, -1), row(1, 0.6065, 0.3679), row(0.5065, 0.3072, 0.1863), 1.9744},
      {0.5, row(0, -2, -4), row(1, 0.1353, 0.0183), row(0.8668, 0.1173, 0.0159), 1.1537},
  };
  for (const Column& column : columns) {
    CAPTURE(column.temperature);
    const SoftmaxTrace<double> trace = softmax(Matrix<double>{{2., 1., 0.}}, {column.temperature, {}});
    CHECK(trace.maxes(0, 0) == 2);
    CHECK(same(trace.shifted, column.shifted));
    CHECK(distance(trace.exps, column.exps) < four_decimals);
    CHECK(std::abs(trace.sums(0, 0) - column.sum) < four_decimals);
    CHECK(distance(trace.weights, column.weights) < four_decimals);
  }
}

TEST_CASE("softmax.md: scores of 100 and 99 overflow unless the maximum is subtracted") {
  const Matrix<float> scores{{100.f, 99.f}};
  const NaiveSoftmaxTrace<float> naive = naive_softmax(scores);
  CHECK(std::isinf(naive.exps(0, 0)));
  CHECK(std::isnan(naive.weights(0, 0)));
  CHECK(std::isnan(naive.weights(0, 1)));
  CHECK(distance(softmax(scores).weights, Matrix<double>{{0.7311, 0.2689}}) < four_decimals);
}

TEST_CASE("softmax.md: the gradient is diag(p) − ppᵀ, and its numbers") {
  const Matrix<double> scores{{2., 1., 0.}};
  const Matrix<double> j = jacobian(softmax(scores).weights);
  CHECK(distance(j, Matrix<double>{{0.2227, -0.1628, -0.0599},
                                   {-0.1628, 0.1848, -0.0220},
                                   {-0.0599, -0.0220, 0.0819}}) < four_decimals);
  CHECK(j.rowwise().sum().cwiseAbs().maxCoeff() < 1e-15);

  // The formula against the function itself, also at another temperature.
  for (double temperature : {1., 3.}) {
    const Matrix<double> p = softmax(scores, {temperature, {}}).weights;
    const Matrix<double> g{{0.7, -1.1, 0.4}};
    for (Index i = 0; i < 3; ++i) {
      constexpr double step = 1e-5;
      Matrix<double> up = scores, down = scores;
      up(0, i) += step;
      down(0, i) -= step;
      const Matrix<double> measured =
          (softmax(up, {temperature, {}}).weights - softmax(down, {temperature, {}}).weights) / (2 * step);
      CHECK(distance(measured, Matrix<double>(jacobian(p).row(i) / temperature)) < 1e-9);
      const double backward = p(0, i) * (g(0, i) - (p.array() * g.array()).sum()) / temperature;
      CHECK((measured.array() * g.array()).sum() == doctest::Approx(backward).epsilon(1e-7));
    }
  }
}

TEST_CASE("softmax.md: raising the first score by 0.1 adds 0.0219 to its weight") {
  const double before = softmax(Matrix<double>{{2., 1., 0.}}).weights(0, 0);
  const double after = softmax(Matrix<double>{{2.1, 1., 0.}}).weights(0, 0);
  CHECK(std::abs(after - before - 0.0219) < four_decimals);
}

// ── docs/derivations/scaled-dot-product.md ──────────────────────────────────────────────────────

namespace {
const Matrix<double> q{{1, 0, 2, 1}};
const Matrix<double> k{{2, 5, 2, 0}, {0, 3, 1, 0}, {1, 1, 1, 1}};
const Matrix<double> v{{8, 0}, {0, 4}, {4, 4}};
}  // namespace

TEST_CASE("scaled-dot-product.md: the worked example") {
  const AttentionTrace<double> trace = attention(q, k, v);
  CHECK(same(trace.scores, Matrix<double>{{6, 2, 4}}));
  CHECK(same(trace.scaled, Matrix<double>{{3, 1, 2}}));
  CHECK(same(trace.shifted, Matrix<double>{{0, -2, -1}}));
  CHECK(distance(trace.exps, Matrix<double>{{1, 0.1353, 0.3679}}) < four_decimals);
  CHECK(std::abs(trace.sums(0, 0) - 1.5032) < four_decimals);
  CHECK(distance(trace.weights, Matrix<double>{{0.6652, 0.0900, 0.2447}}) < four_decimals);
  CHECK(distance(trace.output, Matrix<double>{{6.3008, 1.3390}}) < four_decimals);
}

TEST_CASE("scaled-dot-product.md: the example without the division, and with message 1 hidden") {
  AttentionOptions undivided;
  undivided.divide_by_root_d_k = false;
  CHECK(distance(attention(q, k, v, undivided).weights, Matrix<double>{{0.8668, 0.0159, 0.1173}}) <
        four_decimals);

  AttentionOptions hidden;
  hidden.mask = Mask::Constant(1, 3, true);
  hidden.mask(0, 0) = false;
  const AttentionTrace<double> trace = attention(q, k, v, hidden);
  CHECK(distance(trace.weights, Matrix<double>{{0, 0.2689, 0.7311}}) < four_decimals);
  CHECK(distance(trace.output, Matrix<double>{{2.9242, 4}}) < four_decimals);
}

TEST_CASE("scaled-dot-product.md: what the division by √d_k does, measured") {
  struct Row {
    int d_k;
    double variance, scaled_variance, largest, scaled_largest, gradient, scaled_gradient;
  };
  const Row table[] = {
      {4, 4.112, 1.028, 0.594, 0.386, 0.309, 0.353},
      {64, 63.74, 0.996, 0.865, 0.366, 0.168, 0.367},
      {512, 519.1, 1.014, 0.954, 0.350, 0.062, 0.368},
  };
  const auto number = [](const Ledger& ledger, const char* name) {
    return static_cast<double>(ledger.values(name)(0, 0));
  };
  const auto gradient = [](const Matrix<float>& weights) { return jacobian(weights.cast<double>()).norm(); };
  for (const Row& expected : table) {
    CAPTURE(expected.d_k);
    const Ledger many = dot_product_spread(expected.d_k, 10000, 8, 1);
    CHECK(number(many, "variance") == doctest::Approx(expected.variance).epsilon(2e-4));
    CHECK(std::abs(number(many, "scaled_variance") - expected.scaled_variance) < 0.0006);

    double largest = 0, scaled_largest = 0, slope = 0, scaled_slope = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Ledger few = dot_product_spread(expected.d_k, 8, 8, seed);
      largest += number(few, "largest_weight") / 200;
      scaled_largest += number(few, "scaled_largest_weight") / 200;
      slope += gradient(few.values("weights")) / 200;
      scaled_slope += gradient(few.values("scaled_weights")) / 200;
    }
    CHECK(std::abs(largest - expected.largest) < 0.0006);
    CHECK(std::abs(scaled_largest - expected.scaled_largest) < 0.0006);
    CHECK(std::abs(slope - expected.gradient) < 0.0006);
    CHECK(std::abs(scaled_slope - expected.scaled_gradient) < 0.0006);
  }
}

TEST_CASE("scaled-dot-product.md: a difference of 8 is a ratio of 2981") {
  const Matrix<double> p = softmax(Matrix<double>{{8., 0.}}).weights;
  CHECK(std::round(p(0, 0) / p(0, 1)) == 2981);
}

// ── docs/derivations/multi-head.md ──────────────────────────────────────────────────────────────

TEST_CASE("multi-head.md: two heads find what one head averages away, and their gradient") {
  const Matrix<double> unit = Matrix<double>::Identity(2, 2);
  const MultiHeadWeights<double> weights{unit, unit, unit, Matrix<double>{{1, 1}, {1, -1}}, {}, {}, {}, {}};
  const Matrix<double> x{{1, 1}};
  const Matrix<double> messages{{2, 0}, {0, 2}, {1, 1}};
  MultiHeadOptions options;
  options.heads = 2;
  const MultiHeadTrace<double> trace = multi_head(x, messages, messages, weights, options);
  CHECK(same(trace.heads[0].scores, row(2, 0, 1)));
  CHECK(same(trace.heads[1].scores, row(0, 2, 1)));
  CHECK(distance(trace.heads[0].weights, row(0.6652, 0.0900, 0.2447)) < four_decimals);
  CHECK(distance(trace.heads[1].weights, row(0.0900, 0.6652, 0.2447)) < four_decimals);
  CHECK(distance(trace.concat, Matrix<double>{{1.5752, 1.5752}}) < four_decimals);
  CHECK(distance(trace.output, Matrix<double>{{3.1504, 0}}) < four_decimals);

  const AttentionTrace<double> one = attention(x, messages, messages);
  CHECK(same(one.scores, row(2, 2, 2)));
  CHECK(distance(one.weights, row(0.3333, 0.3333, 0.3333)) < four_decimals);
  CHECK(distance(one.output, Matrix<double>{{1, 1}}) < 1e-15);

  // ∂L/∂W_O for L = the first number of the output is the concatenation, in the first column.
  const MultiHeadGradient<double> gradient =
      multi_head_backward(x, messages, messages, weights, trace, Matrix<double>{{1, 0}}, options);
  CHECK(distance(gradient.grad_weights.w_o, Matrix<double>{{1.5752, 0}, {1.5752, 0}}) < four_decimals);
  const Matrix<double> grad_weights = trace.heads[0].v.transpose();
  const Matrix<double> grad_scores = softmax_backward<double>(trace.heads[0], grad_weights);
  CHECK(distance(grad_scores, row(0.2826, -0.1418, -0.1408)) < four_decimals);
  CHECK(std::abs(grad_scores.sum()) < 1e-15);
}

TEST_CASE("multi-head.md: concatenating and multiplying by W_O is adding the heads' terms") {
  Random random(1);
  const Matrix<double> a = uniform_matrix<double>(random, 3, 2, -1, 1);
  const Matrix<double> b = uniform_matrix<double>(random, 3, 2, -1, 1);
  const Matrix<double> w_o = uniform_matrix<double>(random, 4, 5, -1, 1);
  Matrix<double> concat(3, 4);
  concat << a, b;
  CHECK(distance<double, double>(concat * w_o, a * w_o.topRows(2) + b * w_o.bottomRows(2)) < 1e-15);
}

// ── docs/derivations/masks.md ───────────────────────────────────────────────────────────────────

TEST_CASE("masks.md: the worked example, and what masking after softmax loses") {
  const Matrix<double> scores = row(2, 1, 0).replicate(3, 1);
  const auto weights = [&](const Mask& mask) { return softmax(scores, {1, mask}).weights; };
  const auto rows = [](const Matrix<double>& a, const Matrix<double>& b, const Matrix<double>& c) {
    Matrix<double> result(3, 3);
    result << a, b, c;
    return result;
  };
  const Matrix<double> all = row(0.6652, 0.2447, 0.0900), two = row(0.7311, 0.2689, 0), one = row(1, 0, 0);
  const Mask causal = causal_mask(3), padding = padding_mask(3, 3, 2);
  CHECK(distance(weights({}), rows(all, all, all)) < four_decimals);
  CHECK(distance(weights(causal), rows(one, two, all)) < four_decimals);
  CHECK(distance(weights(padding), rows(two, two, two)) < four_decimals);
  CHECK(distance(weights(both(causal, padding)), rows(one, two, two)) < four_decimals);

  const Matrix<double> after = weights({}).row(1).cwiseProduct(row(1, 1, 0));
  CHECK(distance(after, row(0.6652, 0.2447, 0)) < four_decimals);
  CHECK(std::abs(after.sum() - 0.9100) < four_decimals);
}

// ── docs/derivations/positions.md ───────────────────────────────────────────────────────────────

TEST_CASE("positions.md: the table, and how alike places are") {
  const Matrix<double> positions = sinusoidal_positions<double>(3, 4);
  CHECK(distance(positions, Matrix<double>{{0, 1, 0, 1},
                                           {0.8415, 0.5403, 0.0100, 1.0000},
                                           {0.9093, -0.4161, 0.0200, 0.9998}}) < four_decimals);
  CHECK(distance<double, double>(
            positions * positions.transpose(),
            Matrix<double>{{2, 1.5403, 0.5837}, {1.5403, 2, 1.5403}, {0.5837, 1.5403, 2}}) < four_decimals);
}

TEST_CASE("positions.md: what shuffling messages 35 to 46 changes") {
  EveryoneRequest request;
  request.messages = class_chat(Language::zh);
  request.from = 34;
  request.to = 46;
  const auto largest_difference = [&](bool positions, bool causal) {
    request.positions = positions;
    request.causal = causal;
    return static_cast<double>(everyone_asks(request).values("largest_difference")(0, 0));
  };
  CHECK(largest_difference(false, false) < four_decimals);
  CHECK(std::abs(largest_difference(true, false) - 1.6621) < four_decimals);
  CHECK(std::abs(largest_difference(false, true) - 3.8271) < four_decimals);
}
