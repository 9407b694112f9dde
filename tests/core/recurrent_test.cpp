#include "core/models/recurrent.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/core/errors.h"
#include "tests/core/golden_grid.h"
#include "tests/core/gradients.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr RecurrentCell cells[] = {RecurrentCell::elman, RecurrentCell::gru};

RecurrentWeights<double> some_weights(RecurrentCell cell, Index d_x, Index d_h, std::uint64_t seed) {
  Random random(seed);
  return random_recurrent_weights<double>(cell, d_x, d_h, random);
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// One number of a sum of products, with loops.
double sum_for(const Matrix<double>& x, Index t, const Matrix<double>& w, const Matrix<double>& b, Index c) {
  double sum = b(0, c);
  for (Index f = 0; f < w.rows(); ++f) sum += (t < 0 ? 0 : x(t, f)) * w(f, c);
  return sum;
}

Matrix<double> naive_states(RecurrentCell cell, const Matrix<double>& x, const RecurrentWeights<double>& w) {
  const Index d_h = w.w_h.rows();
  Matrix<double> states(x.rows(), d_h);
  for (Index t = 0; t < x.rows(); ++t) {
    for (Index c = 0; c < d_h; ++c) {
      const auto from_x = [&](Index gate) { return sum_for(x, t, w.w_x, w.b_x, gate * d_h + c); };
      const auto from_h = [&](Index gate) { return sum_for(states, t - 1, w.w_h, w.b_h, gate * d_h + c); };
      if (cell == RecurrentCell::elman) {
        states(t, c) = std::tanh(from_x(0) + from_h(0));
      } else {
        const double reset = sigmoid(from_x(0) + from_h(0));
        const double update = sigmoid(from_x(1) + from_h(1));
        const double candidate = std::tanh(from_x(2) + reset * from_h(2));
        states(t, c) = (1 - update) * candidate + update * (t > 0 ? states(t - 1, c) : 0);
      }
    }
  }
  return states;
}

struct Golden {
  int seed;
  Index gates, n, d_x, d_h;
  std::vector<double> states;
};

// clang-format off
const std::vector<Golden> golden{
#include "tests/golden/recurrent.inc"
};
// clang-format on

}  // namespace

TEST_CASE("both cells give what PyTorch's nn.RNN and nn.GRU give") {
  for (const Golden& g : golden) {
    CAPTURE(g.seed);
    const RecurrentCell cell = g.gates == 3 ? RecurrentCell::gru : RecurrentCell::elman;
    const RecurrentWeights<double> w{grid<double>(g.seed + 1, g.d_x, g.gates * g.d_h, 0.5),
                                     grid<double>(g.seed + 2, g.d_h, g.gates * g.d_h, 0.5),
                                     grid<double>(g.seed + 3, 1, g.gates * g.d_h, 0.5),
                                     grid<double>(g.seed + 4, 1, g.gates * g.d_h, 0.5)};
    const Matrix<double> expected = Eigen::Map<const Matrix<double>>(g.states.data(), g.n, g.d_h);
    CHECK(distance(recurrent(cell, grid<double>(g.seed, g.n, g.d_x, 1), w).states, expected) < 1e-13);
  }
}

TEST_CASE("an Elman cell worked by hand remembers half of the first message") {
  const RecurrentWeights<double> w{Matrix<double>{{1}}, Matrix<double>{{0.5}}, Matrix<double>{{0}},
                                   Matrix<double>{{0}}};
  const RecurrentTrace<double> trace = recurrent<double>(RecurrentCell::elman, Matrix<double>{{1}, {0}}, w);
  CHECK(trace.states(0, 0) == doctest::Approx(std::tanh(1.)));
  CHECK(trace.states(1, 0) == doctest::Approx(std::tanh(0.5 * std::tanh(1.))));
}

TEST_CASE("a GRU whose update gate stays shut keeps its state, and wide open follows the message") {
  // Without inputs the gates are set by their biases alone: σ(±50) is 1 or 0.
  RecurrentWeights<double> w{Matrix<double>{{0, 0, 1}}, Matrix<double>::Zero(1, 3), Matrix<double>{{0, 0, 0}},
                             Matrix<double>::Zero(1, 3)};
  const Matrix<double> x{{2}, {-1}, {0.5}};
  w.b_x(0, 1) = 50;
  CHECK(recurrent(RecurrentCell::gru, x, w).states.isZero(1e-15));
  w.b_x(0, 1) = -50;
  CHECK(distance(recurrent(RecurrentCell::gru, x, w).states, Matrix<double>(x.array().tanh())) < 1e-15);
}

TEST_CASE_TEMPLATE("both cells agree with naive loops", S, float, double) {
  for (RecurrentCell cell : cells) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      Random random(seed + 100);
      const Matrix<double> x = uniform_matrix<double>(random, 9, 4, -2, 2);
      const RecurrentWeights<double> w = some_weights(cell, 4, 6, seed);
      const RecurrentWeights<S> narrow{w.w_x.cast<S>(), w.w_h.cast<S>(), w.b_x.cast<S>(), w.b_h.cast<S>()};
      CHECK(distance(recurrent<S>(cell, x.cast<S>(), narrow).states, naive_states(cell, x, w)) <
            (std::is_same_v<S, float> ? 1e-6 : 1e-14));
    }
  }
}

TEST_CASE("a recurrent net has not yet seen what comes later") {
  for (RecurrentCell cell : cells) {
    Random random(1);
    Matrix<double> x = uniform_matrix<double>(random, 6, 3, -1, 1);
    const RecurrentWeights<double> w = some_weights(cell, 3, 4, 1);
    const Matrix<double> before = recurrent(cell, x, w).states;
    x.row(4).setConstant(9);
    const Matrix<double> after = recurrent(cell, x, w).states;
    CHECK(same<double>(after.topRows(4), before.topRows(4)));
    CHECK(distance<double, double>(after.bottomRows(2), before.bottomRows(2)) > 0.01);
  }
}

TEST_CASE("the influence of every message on the last state is the derivative, measured in two ways") {
  for (RecurrentCell cell : cells) {
    Random random(2);
    const Matrix<double> x = uniform_matrix<double>(random, 7, 3, -1, 1);
    const RecurrentWeights<double> w = some_weights(cell, 3, 5, 2);
    const RecurrentWeights<Complex> wide{w.w_x.cast<Complex>(), w.w_h.cast<Complex>(), w.b_x.cast<Complex>(),
                                         w.b_h.cast<Complex>()};
    const std::vector<Matrix<double>> jacobians = recurrent_backward(cell, w, recurrent(cell, x, w));
    for (Index k = 0; k < 5; ++k) {
      const Matrix<double> by_complex_step =
          complex_step(x, [&](const Matrix<Complex>& z) { return recurrent(cell, z, wide).states(6, k); });
      const Matrix<double> by_difference =
          central_difference(x, [&](const Matrix<double>& z) { return recurrent(cell, z, w).states(6, k); });
      for (Index t = 0; t < 7; ++t) {
        const Matrix<double> row = jacobians[static_cast<std::size_t>(t)].row(k);
        CHECK(distance<double, double>(row, by_complex_step.row(t)) < 1e-14);
        CHECK(distance<double, double>(row, by_difference.row(t)) < 1e-8);
      }
    }
  }
}

TEST_CASE("the weights are uniform within 1/√d_h, the same for the same seed") {
  for (RecurrentCell cell : cells) {
    const RecurrentWeights<double> w = some_weights(cell, 16, 64, 5);
    CHECK(w.w_h.cols() == 64 * gates_of(cell));
    CHECK(w.w_h.cwiseAbs().maxCoeff() <= 1. / 8);
    CHECK(w.w_h.cwiseAbs().maxCoeff() > 0.999 / 8);
    CHECK(std::abs(w.w_h.mean()) < 0.003);
    CHECK(same(some_weights(cell, 16, 64, 5).w_x, w.w_x));
    CHECK(!same(some_weights(cell, 16, 64, 6).w_x, w.w_x));
  }
}

TEST_CASE("no messages leave no states; wrong shapes and unknown cells are refused") {
  const RecurrentWeights<double> w = some_weights(RecurrentCell::gru, 3, 4, 1);
  CHECK(recurrent<double>(RecurrentCell::gru, Matrix<double>(0, 3), w).states.rows() == 0);
  const auto tensor = [](auto call) { return text_of(error_of(call), "tensor"); };
  CHECK(tensor([&] { recurrent<double>(RecurrentCell::gru, Matrix<double>::Zero(2, 4), w); }) == "w_x");
  CHECK(tensor([&] { recurrent<double>(RecurrentCell::elman, Matrix<double>::Zero(2, 3), w); }) == "w_h");
  CHECK(recurrent_cell("gru") == RecurrentCell::gru);
  CHECK(text_of(error_of([] { recurrent_cell("lstm"); }), "value") == "lstm");
}
