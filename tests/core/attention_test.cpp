#include "core/attention/attention.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "tests/core/errors.h"
#include "tests/core/matrices.h"
#include "tests/core/naive_attention.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr float largest_float = std::numeric_limits<float>::max();

struct Shape {
  Index n_q, n, d_k, d_v;
};
constexpr Shape shapes[] = {{1, 1, 1, 1},   {1, 1, 4, 3},  {1, 3, 4, 2},   {2, 5, 3, 7},  {5, 2, 7, 3},
                            {7, 7, 8, 8},   {1, 31, 9, 6}, {13, 17, 5, 1}, {3, 64, 1, 9}, {33, 9, 65, 10},
                            {1, 200, 9, 6}, {4, 0, 3, 2},  {0, 4, 3, 2},   {2, 3, 4, 0}};

AttentionOptions masked(Mask mask, double temperature = 1) {
  AttentionOptions options;
  options.mask = std::move(mask);
  options.temperature = temperature;
  return options;
}

template <class S>
struct Inputs {
  Matrix<S> q, k, v;
};

template <class S>
Inputs<S> random_inputs(Random& random, const Shape& shape, double size = 1) {
  return {uniform_matrix<S>(random, shape.n_q, shape.d_k, -size, size),
          uniform_matrix<S>(random, shape.n, shape.d_k, -size, size),
          uniform_matrix<S>(random, shape.n, shape.d_v, -2, 2)};
}

}  // namespace

// ── By hand ─────────────────────────────────────────────────────────────────────────────────────

TEST_CASE_TEMPLATE("attention shows every step of an example worked by hand", S, float, double) {
  // d_k = 4, so √d_k = 2.
  const Matrix<S> q{{1, 0, 2, 1}};
  const Matrix<S> k{{2, 5, 2, 0}, {0, 3, 1, 0}, {1, 1, 1, 1}};
  const Matrix<S> v{{8, 0}, {0, 4}, {4, 4}};
  const AttentionTrace<S> trace = attention(q, k, v);
  CHECK(same(trace.q, q));
  CHECK(same(trace.k, k));
  CHECK(same(trace.v, v));
  CHECK(same(trace.scores, Matrix<S>{{6, 2, 4}}));
  CHECK(same(trace.scaled, Matrix<S>{{3, 1, 2}}));
  CHECK(same(trace.masked, trace.scaled));
  CHECK(trace.maxes(0, 0) == 3);
  CHECK(same(trace.shifted, Matrix<S>{{0, -2, -1}}));
  const double a = 1, b = std::exp(-2.), c = std::exp(-1.), sum = a + b + c;
  CHECK(distance(trace.exps, Matrix<double>{{a, b, c}}) < 1e-7);
  CHECK(distance(trace.sums, Matrix<double>{{sum}}) < 2e-7);
  CHECK(distance(trace.weights, Matrix<double>{{a / sum, b / sum, c / sum}}) < 1e-7);
  CHECK(distance(trace.output, Matrix<double>{{(8 * a + 4 * c) / sum, (4 * b + 4 * c) / sum}}) < 1e-6);
}

TEST_CASE("without the division the scores go into the softmax as they are") {
  AttentionOptions options;
  options.divide_by_root_d_k = false;
  const AttentionTrace<float> trace =
      attention<float>(Matrix<float>{{1, 1, 1, 1}}, Matrix<float>{{1, 1, 1, 1}, {1, 1, 0, 0}},
                       Matrix<float>{{1}, {0}}, options);
  CHECK(same(trace.scores, Matrix<float>{{4, 2}}));
  CHECK(same(trace.scaled, trace.scores));
  CHECK(trace.weights(0, 1) / trace.weights(0, 0) == doctest::Approx(std::exp(-2.)));
}

TEST_CASE("one message is heard whatever is asked") {
  Random random(1);
  const Matrix<float> v{{3, -1, 4}};
  for (double temperature : {0., 1., 1e6}) {
    const AttentionTrace<float> trace =
        attention(uniform_matrix<float>(random, 2, 5, -9, 9), uniform_matrix<float>(random, 1, 5, -9, 9), v,
                  masked({}, temperature));
    CHECK(same(trace.weights, Matrix<float>{{1}, {1}}));
    CHECK(same(trace.output, Matrix<float>{{3, -1, 4}, {3, -1, 4}}));
  }
}

TEST_CASE("with no messages, and with all of them hidden, the output is 0") {
  const Matrix<float> q{{1, 2}};
  const AttentionTrace<float> none = attention<float>(q, Matrix<float>(0, 2), Matrix<float>(0, 3));
  CHECK(none.weights.cols() == 0);
  CHECK(same(none.output, Matrix<float>(Matrix<float>::Zero(1, 3))));

  const AttentionTrace<float> hidden =
      attention<float>(q, Matrix<float>{{1, 1}, {2, 2}}, Matrix<float>{{5, 5, 5}, {6, 6, 6}},
                       masked(Mask::Constant(1, 2, false)));
  CHECK(same(hidden.weights, Matrix<float>{{0, 0}}));
  CHECK(same(hidden.output, Matrix<float>(Matrix<float>::Zero(1, 3))));
}

TEST_CASE("at temperature 0 the output is the mean of the Values whose Keys fit best") {
  const AttentionTrace<float> trace =
      attention<float>(Matrix<float>{{1, 0}}, Matrix<float>{{3, 1}, {2, 9}, {3, -4}},
                       Matrix<float>{{10, 0}, {77, 77}, {20, 8}}, masked({}, 0));
  CHECK(same(trace.weights, Matrix<float>{{0.5f, 0, 0.5f}}));
  CHECK(same(trace.output, Matrix<float>{{15, 4}}));
}

// ── Reference ───────────────────────────────────────────────────────────────────────────────────

TEST_CASE_TEMPLATE("attention agrees with naive loops", S, float, double) {
  const double tolerance = std::is_same_v<S, float> ? 1e-5 : 1e-13;
  Random random(2);
  for (const Shape& shape : shapes) {
    for (double temperature : {0.3, 1., 5.}) {
      for (double hidden : {0., 0.4, 1.}) {
        for (bool divide : {true, false}) {
          const Inputs<S> in = random_inputs<S>(random, shape);
          AttentionOptions options;
          options.temperature = temperature;
          options.divide_by_root_d_k = divide;
          if (hidden > 0) options.mask = random_mask(random, shape.n_q, shape.n, hidden);
          const AttentionTrace<S> fast = attention(in.q, in.k, in.v, options);
          const NaiveAttention naive = naive_attention(in.q, in.k, in.v, options);
          CAPTURE(shape.n_q);
          CAPTURE(shape.n);
          CAPTURE(shape.d_k);
          CAPTURE(shape.d_v);
          CHECK(distance(fast.weights, naive.weights) < tolerance);
          CHECK(distance(fast.output, naive.output) < tolerance);
        }
      }
    }
  }
}

TEST_CASE_TEMPLATE("attention agrees with naive loops for logits of ten thousand, ties included", S, float,
                   double) {
  Random random(3);
  for (double temperature : {0., 1e-6, 1., 1e4}) {
    // Whole numbers and √d_k = 2: every score is exact, so that ties are ties on both sides.
    const Matrix<S> q = whole_matrix<S>(random, 6, 4, -70, 70);
    const Matrix<S> k = whole_matrix<S>(random, 11, 4, -70, 70);
    Matrix<S> v = whole_matrix<S>(random, 11, 3, -9, 9);
    Matrix<S> twice(22, 4);
    twice << k, k;
    Matrix<S> values(22, 3);
    values << v, S(2) * v;
    const AttentionOptions options = masked({}, temperature);
    const AttentionTrace<S> fast = attention(q, twice, values, options);
    const NaiveAttention naive = naive_attention(q, twice, values, options);
    CHECK(distance(fast.weights, naive.weights) < 1e-6);
    CHECK(distance(fast.output, naive.output) < 1e-5);
  }
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────

TEST_CASE("attention does not depend on the order of the messages") {
  Random random(4);
  for (const Shape& shape : shapes) {
    const Inputs<double> in = random_inputs<double>(random, shape, 3);
    const std::vector<Index> order = random_order(random, shape.n);
    const AttentionTrace<double> before = attention(in.q, in.k, in.v);
    const AttentionTrace<double> after = attention(in.q, rows_of(in.k, order), rows_of(in.v, order));
    CHECK(distance(after.weights, columns_of(before.weights, order)) < 1e-14);
    CHECK(distance(after.output, before.output) < 1e-13);
  }
}

TEST_CASE("the queries of one call do not see each other") {
  Random random(5);
  const Inputs<double> in = random_inputs<double>(random, {5, 9, 4, 3});
  const std::vector<Index> order = random_order(random, 5);
  CHECK(distance(attention(rows_of(in.q, order), in.k, in.v).output,
                 rows_of(attention(in.q, in.k, in.v).output, order)) < 1e-14);
}

TEST_CASE("a hidden message changes nothing") {
  Random random(6);
  for (double temperature : {0., 1.}) {
    const Inputs<float> in = random_inputs<float>(random, {3, 10, 4, 5});
    Mask mask = random_mask(random, 3, 10, 0.2);
    mask.col(4).setConstant(false);
    Matrix<float> k = in.k, v = in.v;
    k.row(4).setConstant(1000.f);
    v.row(4).setConstant(-1e6f);
    const AttentionTrace<float> before = attention(in.q, in.k, in.v, masked(mask, temperature));
    const AttentionTrace<float> after = attention(in.q, k, v, masked(mask, temperature));
    CHECK(same(after.weights, before.weights));
    CHECK(same(after.output, before.output));
  }
}

TEST_CASE("hiding a message is the same as deleting it") {
  Random random(7);
  for (double temperature : {0., 0.5, 1.}) {
    const Inputs<float> in = random_inputs<float>(random, {4, 12, 5, 3});
    Mask mask = Mask::Constant(4, 12, true);
    std::vector<Index> left;
    for (Index j = 0; j < 12; ++j) {
      if (random.below(3) == 0)
        mask.col(j).setConstant(false);
      else
        left.push_back(j);
    }
    const AttentionTrace<float> hidden = attention(in.q, in.k, in.v, masked(mask, temperature));
    const AttentionTrace<float> deleted =
        attention(in.q, rows_of(in.k, left), rows_of(in.v, left), masked({}, temperature));
    CHECK(distance(columns_of(hidden.weights, left), deleted.weights) < 1e-6);
    CHECK(distance(hidden.output, deleted.output) < 1e-6);
  }
}

TEST_CASE("the output stays inside the convex hull of the Values") {
  // Seen from any direction, no output lies beyond the outermost Value.
  Random random(8);
  for (const Shape& shape : {Shape{6, 5, 4, 3}, Shape{3, 40, 8, 2}, Shape{2, 2, 1, 6}}) {
    for (double temperature : {0., 0.3, 1., 50.}) {
      const Inputs<double> in = random_inputs<double>(random, shape, 3);
      const Matrix<double> output = attention(in.q, in.k, in.v, masked({}, temperature)).output;
      for (int round = 0; round < 50; ++round) {
        const Matrix<double> direction = normal_matrix<double>(random, shape.d_v, 1);
        const Matrix<double> values_seen = in.v * direction;
        const Matrix<double> outputs_seen = output * direction;
        REQUIRE(outputs_seen.minCoeff() >= values_seen.minCoeff() - 1e-12);
        REQUIRE(outputs_seen.maxCoeff() <= values_seen.maxCoeff() + 1e-12);
      }
    }
  }
}

TEST_CASE("the same Value in every message comes out unchanged") {
  Random random(9);
  Inputs<float> in = random_inputs<float>(random, {3, 30, 6, 4});
  in.v.rowwise() = RowVector<float>{{1.f, -2.f, 3.f, 0.5f}};
  const Matrix<float> output = attention(in.q, in.k, in.v).output;
  CHECK(distance(output, Matrix<float>(in.v.topRows(3))) < 1e-5);
}

TEST_CASE("attention is linear in the Values") {
  Random random(10);
  const Inputs<double> in = random_inputs<double>(random, {3, 8, 4, 5});
  const Matrix<double> other = uniform_matrix<double>(random, 8, 5, -2, 2);
  const Matrix<double> mixed = 2. * in.v - 3. * other;
  const Matrix<double> expected =
      2. * attention(in.q, in.k, in.v).output - 3. * attention(in.q, in.k, other).output;
  CHECK(distance(attention(in.q, in.k, mixed).output, expected) < 1e-13);
}

TEST_CASE("a Query of zeros looks at every message alike") {
  Random random(11);
  const Inputs<float> in = random_inputs<float>(random, {1, 25, 6, 2});
  const Matrix<float> zero = Matrix<float>::Zero(1, 6);
  CHECK(same(attention(zero, in.k, in.v).weights, Matrix<float>(Matrix<float>::Constant(1, 25, 0.04f))));
}

TEST_CASE("the weights are those of softmax over the scaled scores") {
  Random random(12);
  const Inputs<float> in = random_inputs<float>(random, {4, 9, 5, 2}, 3);
  const AttentionOptions options = masked(random_mask(random, 4, 9, 0.3), 0.7);
  const AttentionTrace<float> trace = attention(in.q, in.k, in.v, options);
  const SoftmaxTrace<float> alone = softmax(trace.scaled, options);
  CHECK(same(trace.shifted, alone.shifted));
  CHECK(same(trace.weights, alone.weights));
}

TEST_CASE("finite inputs give finite outputs or an overflow error, never NaN") {
  using Limits = std::numeric_limits<float>;
  const float extremes[] = {
      0.f,   -0.f,   Limits::denorm_min(), -Limits::denorm_min(), Limits::min(), 1.f, -1.f, 1e4f, -1e4f,
      1e19f, -1e19f, Limits::max(),        Limits::lowest()};
  Random random(13);
  int overflows = 0, answers = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto extreme_matrix = [&](Index rows, Index cols) {
      Matrix<float> x(rows, cols);
      // Mostly harmless numbers, so that both kinds of ending occur.
      for (Index i = 0; i < x.size(); ++i)
        x.data()[i] = extremes[random.below(random.below(4) == 0 ? 13 : 9)];
      return x;
    };
    const Index d_k = 1 + random.below(4);
    const Index n = random.below(4);
    const double temperatures[] = {0., 1e-40, 1., static_cast<double>(largest_float)};
    try {
      const AttentionTrace<float> trace =
          attention(extreme_matrix(2, d_k), extreme_matrix(n, d_k), extreme_matrix(n, 2),
                    masked(random_mask(random, 2, n, 0.2), temperatures[random.below(4)]));
      ++answers;
      REQUIRE(all_finite(trace.scores));
      REQUIRE(all_finite(trace.scaled));
      REQUIRE(!has_nan(trace.shifted));
      REQUIRE(all_finite(trace.weights));
      REQUIRE(all_finite(trace.output));
    } catch (const Error& error) {
      ++overflows;
      REQUIRE(error.code() == ErrorCode::overflow);
    }
  }
  CHECK(overflows > 100);
  CHECK(answers > 100);
}

// ── Errors ──────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("attention names the shape that does not fit") {
  const Matrix<float> q(1, 8), k(3, 6), v(3, 2);
  const Error keys = error_of([&] { attention(q, k, v); });
  CHECK(keys.code() == ErrorCode::shape_mismatch);
  CHECK(text_of(keys, "tensor") == "keys");
  CHECK(text_of(keys, "axis") == "columns");
  CHECK(number_of(keys, "expected") == 8);
  CHECK(text_of(keys, "like") == "the queries");
  CHECK(number_of(keys, "actual") == 6);
  CHECK(std::string(keys.what()) == "keys: expected 8 columns like the queries, got 6");

  const Error values = error_of([&] { attention<float>(q, Matrix<float>(3, 8), Matrix<float>(4, 2)); });
  CHECK(values.code() == ErrorCode::shape_mismatch);
  CHECK(std::string(values.what()) == "values: expected 3 rows like the keys, got 4");

  const Error mask = error_of([] {
    attention<float>(Matrix<float>::Zero(2, 4), Matrix<float>::Zero(3, 4), Matrix<float>::Zero(3, 1),
                     masked(Mask::Constant(3, 3, true)));
  });
  CHECK(std::string(mask.what()) == "mask: expected 2 rows like the scores, got 3");
}

TEST_CASE("a Query needs at least one component") {
  const Error error =
      error_of([] { attention<float>(Matrix<float>(1, 0), Matrix<float>(2, 0), Matrix<float>(2, 1)); });
  CHECK(error.code() == ErrorCode::out_of_range);
  CHECK(text_of(error, "name") == "d_k");
  CHECK(number_of(error, "value") == 0);
  CHECK(number_of(error, "min") == 1);
}

TEST_CASE("attention names the input that is not finite, and where") {
  const auto tensor_at_fault = [](int which) {
    Matrix<float> inputs[] = {Matrix<float>::Ones(2, 3), Matrix<float>::Ones(2, 3),
                              Matrix<float>::Ones(2, 3)};
    inputs[which](1, 0) = std::nanf("");
    const Error error = error_of([&] { attention(inputs[0], inputs[1], inputs[2]); });
    CHECK(error.code() == ErrorCode::not_finite);
    CHECK(number_of(error, "row") == 1);
    CHECK(number_of(error, "col") == 0);
    return text_of(error, "tensor");
  };
  CHECK(tensor_at_fault(0) == "queries");
  CHECK(tensor_at_fault(1) == "keys");
  CHECK(tensor_at_fault(2) == "values");
}

TEST_CASE("products too large for the number type are an overflow error, not infinity") {
  const Matrix<float> large = Matrix<float>::Constant(1, 2, largest_float);
  const Error scores = error_of([&] { attention<float>(large, large, Matrix<float>::Ones(1, 1)); });
  CHECK(scores.code() == ErrorCode::overflow);
  CHECK(text_of(scores, "tensor") == "scores");
  CHECK(number_of(scores, "row") == 0);
  CHECK(number_of(scores, "col") == 0);
  CHECK(
      std::string(scores.what()) ==
      "scores: expected a finite number in row 0, column 0, but the result is too large for the number type");

  // ∞ − ∞ on the way is NaN, and an overflow all the same.
  const Error opposite = error_of([&] {
    attention<float>(large, Matrix<float>{{largest_float, -largest_float}}, Matrix<float>::Ones(1, 1));
  });
  CHECK(opposite.code() == ErrorCode::overflow);

  // In double the same numbers fit.
  CHECK_NOTHROW(attention<double>(large.cast<double>(), large.cast<double>(), Matrix<double>::Ones(1, 1)));
}

TEST_CASE("an output too large for the number type is an overflow error, not infinity") {
  // Ten tenths are a little more than 1 in float: too much for the largest number there is.
  const Error error = error_of([] {
    attention<float>(Matrix<float>::Zero(1, 1), Matrix<float>::Zero(10, 1),
                     Matrix<float>::Constant(10, 1, largest_float));
  });
  CHECK(error.code() == ErrorCode::overflow);
  CHECK(text_of(error, "tensor") == "output");
}

TEST_CASE("attention passes on what softmax refuses") {
  const Matrix<float> one = Matrix<float>::Ones(1, 1);
  CHECK(error_of([&] { attention(one, one, one, masked({}, -1)); }).code() == ErrorCode::out_of_range);
}
