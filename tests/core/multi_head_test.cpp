#include "core/attention/multi_head.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "core/attention/mask.h"
#include "core/attention/positions.h"
#include "tests/core/errors.h"
#include "tests/core/matrices.h"
#include "tests/core/naive_attention.h"

using namespace attn;
using namespace attn::test;

namespace {

MultiHeadOptions with(Index heads, Mask mask = {}) {
  MultiHeadOptions options;
  options.heads = heads;
  options.mask = std::move(mask);
  return options;
}

template <class S>
MultiHeadWeights<S> random_weights(Random& random, Index h, Index d_model, Index d_k, Index d_v) {
  const auto some = [&](Index rows, Index cols) { return uniform_matrix<S>(random, rows, cols, -1, 1); };
  return {some(d_model, h * d_k), some(d_model, h * d_k), some(d_model, h * d_v), some(h * d_v, d_model),
          some(1, h * d_k),       some(1, h * d_k),       some(1, h * d_v),       some(1, d_model)};
}

template <class S>
MultiHeadTrace<S> self(const Matrix<S>& x, const MultiHeadWeights<S>& weights,
                       const MultiHeadOptions& options) {
  return multi_head(x, x, x, weights, options);
}

// One projected row, with loops.
Matrix<double> naive_project(const Matrix<double>& x, const Matrix<double>& w, const Matrix<double>& b) {
  Matrix<double> y(x.rows(), w.cols());
  for (Index i = 0; i < x.rows(); ++i) {
    for (Index c = 0; c < w.cols(); ++c) {
      y(i, c) = b.size() == 0 ? 0 : b(0, c);
      for (Index t = 0; t < x.cols(); ++t) y(i, c) += x(i, t) * w(t, c);
    }
  }
  return y;
}

}  // namespace

TEST_CASE_TEMPLATE("two heads worked by hand", S, float, double) {
  // d_model = 2, d_k = d_v = 1: head 1 reads the first number of a token, head 2 the second.
  MultiHeadWeights<S> weights;
  weights.w_q = weights.w_k = weights.w_v = weights.w_o = Matrix<S>::Identity(2, 2);
  const Matrix<S> x{{0, 5}, {0, 5}};
  const MultiHeadTrace<S> even = self(x, weights, with(2));
  CHECK(same(even.concat, x));
  CHECK(same(even.heads[0].weights, Matrix<S>{{0.5, 0.5}, {0.5, 0.5}}));

  const Matrix<S> keys{{1000, 0}, {0, 1000}};
  const Matrix<S> asks{{1, 1}};
  const MultiHeadTrace<S> apart = multi_head<S>(asks, keys, Matrix<S>{{1, 2}, {3, 4}}, weights, with(2));
  // The first head finds the first token, the second the second: no single head can look at both so.
  CHECK(same(apart.heads[0].weights, Matrix<S>{{1, 0}}));
  CHECK(same(apart.heads[1].weights, Matrix<S>{{0, 1}}));
  CHECK(same(apart.output, Matrix<S>{{1, 4}}));
}

TEST_CASE("several heads agree with loops, head by head") {
  Random random(1);
  for (const auto& [h, n, d_model, d_k, d_v] : {std::array<Index, 5>{1, 1, 1, 1, 1},
                                                {1, 5, 4, 4, 4},
                                                {2, 7, 3, 2, 5},
                                                {5, 3, 10, 2, 2},
                                                {3, 17, 6, 9, 1}}) {
    const Matrix<double> x = uniform_matrix<double>(random, n, d_model, -1, 1);
    const MultiHeadWeights<double> w = random_weights<double>(random, h, d_model, d_k, d_v);
    const MultiHeadOptions options = with(h, random_mask(random, n, n, 0.3));
    const MultiHeadTrace<double> fast = self(x, w, options);

    Matrix<double> concat(n, h * d_v);
    for (Index i = 0; i < h; ++i) {
      const auto part = [i](const Matrix<double>& m, Index width) {
        return Matrix<double>(m.middleCols(i * width, width));
      };
      const NaiveAttention head =
          naive_attention(naive_project(x, part(w.w_q, d_k), part(w.b_q, d_k)),
                          naive_project(x, part(w.w_k, d_k), part(w.b_k, d_k)),
                          naive_project(x, part(w.w_v, d_v), part(w.b_v, d_v)), options);
      CHECK(distance(fast.heads[static_cast<std::size_t>(i)].weights, head.weights) < 1e-13);
      concat.middleCols(i * d_v, d_v) = head.output;
    }
    CHECK(distance(fast.concat, concat) < 1e-13);
    CHECK(distance(fast.output, naive_project(concat, w.w_o, w.b_o)) < 1e-12);
  }
}

TEST_CASE("one head without projections is plain attention") {
  Random random(2);
  const Matrix<double> x = uniform_matrix<double>(random, 6, 4, -1, 1);
  MultiHeadWeights<double> weights;
  weights.w_q = weights.w_k = weights.w_v = weights.w_o = Matrix<double>::Identity(4, 4);
  CHECK(same(self(x, weights, with(1)).output, attention(x, x, x).output));
}

TEST_CASE("two heads that look for the same thing say the same thing twice") {
  Random random(3);
  const Matrix<double> x = uniform_matrix<double>(random, 6, 4, -1, 1);
  MultiHeadWeights<double> w = random_weights<double>(random, 2, 4, 3, 2);
  for (Matrix<double>* m : {&w.w_q, &w.w_k, &w.w_v, &w.b_q, &w.b_k, &w.b_v})
    m->rightCols(m->cols() / 2) = Matrix<double>(m->leftCols(m->cols() / 2));
  const MultiHeadTrace<double> trace = self(x, w, with(2));
  CHECK(same(trace.heads[0].output, trace.heads[1].output));

  // One of them does as well, if W_O listens to it twice.
  const MultiHeadWeights<double> one{
      w.w_q.leftCols(3), w.w_k.leftCols(3), w.w_v.leftCols(2), w.w_o.topRows(2) + w.w_o.bottomRows(2),
      w.b_q.leftCols(3), w.b_k.leftCols(3), w.b_v.leftCols(2), w.b_o};
  CHECK(distance(self(x, one, with(1)).output, trace.output) < 1e-13);
}

TEST_CASE("heads can be swapped, if W_O is told") {
  Random random(4);
  const Matrix<double> x = uniform_matrix<double>(random, 5, 4, -1, 1);
  const MultiHeadWeights<double> w = random_weights<double>(random, 2, 4, 3, 2);
  const auto swapped = [](const Matrix<double>& m) {
    const Index half = m.cols() / 2;
    Matrix<double> result(m.rows(), m.cols());
    result << m.rightCols(half), m.leftCols(half);
    return result;
  };
  Matrix<double> w_o(4, 4);
  w_o << w.w_o.bottomRows(2), w.w_o.topRows(2);
  const MultiHeadWeights<double> other{swapped(w.w_q), swapped(w.w_k), swapped(w.w_v), w_o,
                                       swapped(w.b_q), swapped(w.b_k), swapped(w.b_v), w.b_o};
  CHECK(distance(self(x, other, with(2)).output, self(x, w, with(2)).output) < 1e-13);
}

TEST_CASE("switching heads off takes away exactly what they brought") {
  Random random(5);
  const Matrix<double> x = uniform_matrix<double>(random, 5, 4, -1, 1);
  MultiHeadWeights<double> w = random_weights<double>(random, 3, 4, 3, 2);
  w.b_o = {};
  const auto only = [&](std::vector<bool> on) {
    MultiHeadOptions options = with(3);
    options.on = std::move(on);
    return self(x, w, options).output;
  };
  const Matrix<double> sum =
      only({true, false, false}) + only({false, true, false}) + only({false, false, true});
  CHECK(distance(sum, only({})) < 1e-13);
  CHECK(only({false, false, false}).isZero(0));
  CHECK(same(only({true, true, true}), only({})));
}

TEST_CASE("with a causal mask a later token changes nothing before it") {
  Random random(6);
  const MultiHeadWeights<float> w = random_weights<float>(random, 2, 4, 2, 2);
  const Matrix<float> x = uniform_matrix<float>(random, 6, 4, -1, 1);
  const Matrix<float> before = self(x, w, with(2, causal_mask(6))).output;
  for (Index changed = 0; changed < 6; ++changed) {
    Matrix<float> other = x;
    other.row(changed).setConstant(7);
    const Matrix<float> after = self(other, w, with(2, causal_mask(6))).output;
    CHECK(same<float>(after.topRows(changed), before.topRows(changed)));
    CHECK(!same<float>(after.row(changed), before.row(changed)));
  }
}

TEST_CASE("self-attention moves with its tokens, and positions end that") {
  Random random(7);
  const MultiHeadWeights<double> w = random_weights<double>(random, 2, 4, 3, 2);
  const Matrix<double> x = uniform_matrix<double>(random, 8, 4, -1, 1);
  const std::vector<Index> order = random_order(random, 8);
  CHECK(distance(self(rows_of(x, order), w, with(2)).output, rows_of(self(x, w, with(2)).output, order)) <
        1e-14);

  const Matrix<double> places = sinusoidal_positions<double>(8, 4);
  const Matrix<double> placed = x + places;
  const Matrix<double> shuffled = rows_of(x, order) + places;
  CHECK(distance(self(shuffled, w, with(2)).output, rows_of(self(placed, w, with(2)).output, order)) > 0.1);
}

TEST_CASE("in a padded batch every sequence gets what it gets alone") {
  Random random(8);
  const MultiHeadWeights<double> w = random_weights<double>(random, 2, 4, 3, 2);
  std::vector<Matrix<double>> batch;
  for (Index length : {3, 7, 1, 5}) batch.push_back(uniform_matrix<double>(random, length, 4, -1, 1));
  for (bool causal : {false, true}) {
    const std::vector<MultiHeadTrace<double>> traces = multi_head_batch(batch, w, causal, with(2));
    REQUIRE(traces.size() == 4);
    for (std::size_t s = 0; s < 4; ++s) {
      const Index length = batch[s].rows();
      CHECK(traces[s].output.rows() == 7);
      const Matrix<double> alone = self(batch[s], w, with(2, causal ? causal_mask(length) : Mask())).output;
      CHECK(distance<double, double>(traces[s].output.topRows(length), alone) < 1e-14);
      for (const AttentionTrace<double>& head : traces[s].heads)
        CHECK(head.weights.rightCols(7 - length).isZero(0));
    }
  }
}

TEST_CASE("no messages, and nothing to look at, leave only the last bias") {
  Random random(9);
  const MultiHeadWeights<float> w = random_weights<float>(random, 2, 4, 3, 2);
  const Matrix<float> x = uniform_matrix<float>(random, 2, 4, -1, 1);
  const Matrix<float> none(0, 4);
  CHECK(same<float>(multi_head<float>(x, none, none, w, with(2)).output, w.b_o.replicate(2, 1)));
  CHECK(same<float>(self(x, w, with(2, Mask::Constant(2, 2, false))).output, w.b_o.replicate(2, 1)));
}

TEST_CASE("wrong shapes are refused by name") {
  Random random(10);
  const Matrix<float> x = uniform_matrix<float>(random, 3, 4, -1, 1);
  const MultiHeadWeights<float> right = random_weights<float>(random, 2, 4, 3, 2);
  const auto refusal = [&](auto spoil, MultiHeadOptions options = with(2)) {
    MultiHeadWeights<float> w = right;
    spoil(w, options);
    return error_of([&] { self(x, w, options); });
  };
  using W = MultiHeadWeights<float>;
  const auto tensor = [](const Error& error) { return text_of(error, "tensor"); };
  CHECK(tensor(refusal([](W& w, auto&) { w.w_q.setZero(5, 6); })) == "w_q");
  CHECK(tensor(refusal([](W& w, auto&) { w.w_v.setZero(4, 5); })) == "w_v");
  CHECK(tensor(refusal([](W& w, auto&) { w.w_k.setZero(4, 8), w.b_k = {}; })) == "w_k");
  CHECK(tensor(refusal([](W& w, auto&) { w.w_o.setZero(5, 4); })) == "w_o");
  CHECK(tensor(refusal([](W& w, auto&) { w.b_q.setZero(1, 5); })) == "bias");
  CHECK(tensor(refusal([](W& w, auto&) { w.b_o.setZero(2, 4); })) == "bias");
  CHECK(tensor(refusal([](W&, MultiHeadOptions& o) { o.on = {true}; })) == "on");
  CHECK(refusal([](W&, MultiHeadOptions& o) { o.heads = 0; }).code() == ErrorCode::out_of_range);
  CHECK(std::string(refusal([](W& w, auto&) { w.w_v.setZero(4, 5); }).what()) ==
        "w_v: expected 4 columns like a whole number for each head, got 5");
}
