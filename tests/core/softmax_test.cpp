#include "core/attention/softmax.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

#include "tests/core/errors.h"
#include "tests/core/matrices.h"
#include "tests/core/naive_attention.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float largest_float = std::numeric_limits<float>::max();

template <class S>
Matrix<S> weights(const Matrix<S>& scores, double temperature = 1, const Mask& mask = {}) {
  return softmax(scores, {temperature, mask}).weights;
}

// 0 where everything is hidden, else 1.
double expected_sum(const SoftmaxOptions& options, Index row) {
  return options.mask.size() == 0 || options.mask.row(row).any() ? 1 : 0;
}

struct Shape {
  Index rows, cols;
};
constexpr Shape odd_shapes[] = {{1, 1}, {1, 2}, {2, 1}, {3, 5}, {7, 3}, {1, 17}, {5, 31}, {13, 64}, {2, 200}};

}  // namespace

// ── By hand ─────────────────────────────────────────────────────────────────────────────────────

TEST_CASE_TEMPLATE("softmax shows every step of a row worked by hand", S, float, double) {
  // Scores ln 1, ln 2, ln 5: the shares are 1/8, 2/8, 5/8.
  const Matrix<S> scores{{static_cast<S>(0), static_cast<S>(std::log(2.)), static_cast<S>(std::log(5.))}};
  const SoftmaxTrace<S> trace = softmax(scores);
  CHECK(same(trace.masked, scores));
  CHECK(trace.maxes(0, 0) == scores(0, 2));
  CHECK(distance(trace.shifted, Matrix<double>{{-std::log(5.), std::log(2. / 5.), 0.}}) < 2e-7);
  CHECK(distance(trace.exps, Matrix<double>{{0.2, 0.4, 1.}}) < 1e-7);
  CHECK(distance(trace.sums, Matrix<double>{{1.6}}) < 2e-7);
  CHECK(distance(trace.weights, Matrix<double>{{0.125, 0.25, 0.625}}) < 1e-7);
}

TEST_CASE("a higher temperature flattens the shares, a lower one sharpens them") {
  // Twice the temperature takes square roots of the ratios, half of it squares them.
  const Matrix<double> scores{{0., std::log(4.)}};
  CHECK(distance(weights(scores, 1), Matrix<double>{{1. / 5, 4. / 5}}) < 1e-15);
  CHECK(distance(weights(scores, 2), Matrix<double>{{1. / 3, 2. / 3}}) < 1e-15);
  CHECK(distance(weights(scores, 0.5), Matrix<double>{{1. / 17, 16. / 17}}) < 1e-15);
}

TEST_CASE("at temperature 0 the largest score takes all, in equal parts where several tie") {
  CHECK(same(weights(Matrix<float>{{1.f, 3.f, 2.f}}, 0), Matrix<float>{{0.f, 1.f, 0.f}}));
  CHECK(same(weights(Matrix<float>{{3.f, 1.f, 3.f}}, 0), Matrix<float>{{0.5f, 0.f, 0.5f}}));
  CHECK(same(weights(Matrix<float>{{7.f, 7.f, 7.f, 7.f}}, 0), Matrix<float>{{0.25f, 0.25f, 0.25f, 0.25f}}));
  CHECK(same(weights(Matrix<float>{{-0.f, 0.f}}, 0), Matrix<float>{{0.5f, 0.5f}}));
}

TEST_CASE("temperature 0 is where small temperatures lead") {
  Random random(1);
  const Matrix<float> scores = whole_matrix<float>(random, 20, 6, -3, 3);
  // Whole scores differ by at least 1, and e^(−1/0.005) is 0 in float.
  CHECK(same(weights(scores, 0.005), weights(scores, 0)));
  CHECK(same(weights(scores, 1e-30), weights(scores, 0)));
  CHECK(same(weights(scores, 1e-45), weights(scores, 0)));
  CHECK(same(weights(scores, 1e-300), weights(scores, 0)));
}

TEST_CASE("a huge temperature makes all shares equal") {
  Random random(2);
  const Matrix<float> scores = uniform_matrix<float>(random, 3, 8, -50, 50);
  const Matrix<double> equal = Matrix<double>::Constant(3, 8, 0.125);
  CHECK(distance(weights(scores, 1e30), equal) < 1e-7);
  CHECK(distance(weights(scores, largest_float), equal) < 1e-7);
}

TEST_CASE("a single message gets all of the weight, whatever its score") {
  for (float score : {0.f, -1e4f, 1e4f, largest_float, -largest_float}) {
    for (double temperature : {0., 1e-30, 1., 1e30}) {
      CHECK(weights(Matrix<float>(Matrix<float>::Constant(1, 1, score)), temperature)(0, 0) == 1.f);
    }
  }
}

TEST_CASE("where nothing may be looked at, every weight is 0 and the trace says why") {
  const Matrix<float> scores{{1.f, 2.f}, {3.f, 4.f}};
  Mask mask(2, 2);
  mask << false, false, true, false;
  for (double temperature : {0., 1.}) {
    const SoftmaxTrace<float> trace = softmax(scores, {temperature, mask});
    CHECK(same(trace.masked, Matrix<float>{{-infinity, -infinity}, {3.f, -infinity}}));
    CHECK(same(trace.maxes, Matrix<float>{{-infinity}, {3.f}}));
    CHECK(same(trace.shifted, Matrix<float>{{-infinity, -infinity}, {0.f, -infinity}}));
    CHECK(same(trace.exps, Matrix<float>{{0.f, 0.f}, {1.f, 0.f}}));
    CHECK(same(trace.sums, Matrix<float>{{0.f}, {1.f}}));
    CHECK(same(trace.weights, Matrix<float>{{0.f, 0.f}, {1.f, 0.f}}));
  }
}

TEST_CASE("a row without cells and a matrix without rows are no mistake") {
  const SoftmaxTrace<float> no_cells = softmax(Matrix<float>(2, 0));
  CHECK(same(no_cells.weights, Matrix<float>(2, 0)));
  CHECK(same(no_cells.maxes, Matrix<float>{{-infinity}, {-infinity}}));
  CHECK(same(no_cells.sums, Matrix<float>{{0.f}, {0.f}}));
  CHECK(same(softmax(Matrix<float>(0, 3)).weights, Matrix<float>(0, 3)));
  CHECK(same(softmax(Matrix<float>(2, 0), {1, Mask(2, 0)}).weights, Matrix<float>(2, 0)));
}

// ── Reference ───────────────────────────────────────────────────────────────────────────────────

TEST_CASE_TEMPLATE("softmax agrees with naive loops", S, float, double) {
  const double tolerance = std::is_same_v<S, float> ? 2e-6 : 1e-14;
  Random random(3);
  for (const Shape& shape : odd_shapes) {
    for (double temperature : {0., 0.1, 1., 7.}) {
      for (double hidden : {0., 0.3, 0.9}) {
        const Matrix<S> scores = uniform_matrix<S>(random, shape.rows, shape.cols, -3, 3);
        SoftmaxOptions options{temperature, {}};
        if (hidden > 0) options.mask = random_mask(random, shape.rows, shape.cols, hidden);
        CAPTURE(shape.rows);
        CAPTURE(shape.cols);
        CAPTURE(temperature);
        CAPTURE(hidden);
        CHECK(distance(softmax(scores, options).weights, naive_weights(scores, options)) < tolerance);
      }
    }
  }
}

TEST_CASE_TEMPLATE("softmax agrees with naive loops for scores of ten thousand", S, float, double) {
  Random random(4);
  for (double temperature : {0., 1e-3, 1., 1e3}) {
    const Matrix<S> scores = whole_matrix<S>(random, 9, 12, -10000, 10000);
    CHECK(distance(weights(scores, temperature), naive_weights(scores, {temperature, {}})) < 1e-6);
    const Matrix<S> close = Matrix<S>((whole_matrix<S>(random, 9, 12, -3, 3).array() + S(10000)).matrix());
    CHECK(distance(weights(close, temperature), naive_weights(close, {temperature, {}})) < 1e-6);
  }
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────

TEST_CASE_TEMPLATE("softmax rows sum to one, and no weight leaves [0, 1]", S, float, double) {
  const double tolerance = std::is_same_v<S, float> ? 1e-6 : 1e-14;
  Random random(5);
  for (const Shape& shape : odd_shapes) {
    for (double temperature : {0., 1e-3, 0.5, 1., 100.}) {
      const Matrix<S> scores = uniform_matrix<S>(random, shape.rows, shape.cols, -20, 20);
      const SoftmaxOptions options{temperature, random_mask(random, shape.rows, shape.cols, 0.4)};
      const Matrix<S> shares = softmax(scores, options).weights;
      for (Index i = 0; i < shares.rows(); ++i) {
        CHECK(std::abs(static_cast<double>(shares.row(i).sum()) - expected_sum(options, i)) < tolerance);
      }
      CHECK((shares.array() >= S(0)).all());
      CHECK((shares.array() <= S(1)).all());
    }
  }
}

TEST_CASE("ten thousand small shares beside a large one still sum to one") {
  for (Index n : {200, 10000}) {
    Matrix<float> scores = Matrix<float>::Constant(1, n, -7.3f);
    scores(0, 0) = 0;
    const double total = weights(scores).cast<double>().sum();
    CHECK(std::abs(total - 1) < 1e-6);
  }
}

TEST_CASE("adding the same number to every score changes no weight") {
  Random random(6);
  // Whole numbers: the sums are exact, so that the weights must be the same bit for bit.
  const Matrix<float> scores = whole_matrix<float>(random, 10, 9, -8, 8);
  for (float shift : {1.f, -7.f, 1000.f, -100000.f}) {
    const Matrix<float> shifted = (scores.array() + shift).matrix();
    CHECK(same(weights(shifted), weights(scores)));
    CHECK(same(weights(shifted, 0), weights(scores, 0)));
  }
}

TEST_CASE("scores and temperature multiplied alike change no weight") {
  Random random(7);
  const Matrix<float> scores = uniform_matrix<float>(random, 6, 9, -4, 4);
  // A power of two loses no digit.
  CHECK(same(weights(Matrix<float>(8.f * scores), 8 * 0.7), weights(scores, 0.7)));
}

TEST_CASE("a larger score never gets a smaller weight") {
  Random random(8);
  for (double temperature : {0., 0.2, 1., 30.}) {
    const Matrix<float> scores = uniform_matrix<float>(random, 4, 40, -10, 10);
    const Matrix<float> shares = weights(scores, temperature);
    for (Index i = 0; i < scores.rows(); ++i) {
      for (Index a = 0; a < scores.cols(); ++a) {
        for (Index b = 0; b < scores.cols(); ++b) {
          if (scores(i, a) >= scores(i, b)) REQUIRE(shares(i, a) >= shares(i, b));
        }
      }
    }
  }
}

TEST_CASE("raising one score raises its weight and lowers all others") {
  Random random(9);
  for (int round = 0; round < 20; ++round) {
    const Matrix<double> scores = uniform_matrix<double>(random, 1, 7, -2, 2);
    const auto raised = static_cast<Index>(random.below(7));
    Matrix<double> after = scores;
    after(0, raised) += 0.5;
    const Matrix<double> change = weights(after) - weights(scores);
    for (Index j = 0; j < 7; ++j) CHECK((j == raised ? change(0, j) > 0 : change(0, j) < 0));
  }
}

TEST_CASE("the order of the scores does not matter: the weights come in the same order") {
  Random random(10);
  const Matrix<double> scores = uniform_matrix<double>(random, 5, 12, -3, 3);
  const std::vector<Index> order = random_order(random, 12);
  CHECK(distance(weights(columns_of(scores, order)), columns_of(weights(scores), order)) < 1e-15);
}

TEST_CASE("rows know nothing of each other") {
  Random random(11);
  const Matrix<float> scores = uniform_matrix<float>(random, 5, 7, -3, 3);
  const Matrix<float> all = weights(scores);
  for (Index i = 0; i < scores.rows(); ++i) {
    CHECK(same(weights(Matrix<float>(scores.row(i))), Matrix<float>(all.row(i))));
  }
}

TEST_CASE("hiding a score is the same as leaving it out") {
  Random random(12);
  for (double temperature : {0., 0.5, 1.}) {
    const Matrix<float> scores = uniform_matrix<float>(random, 1, 20, -3, 3);
    const Mask mask = random_mask(random, 1, 20, 0.5);
    std::vector<Index> visible;
    for (Index j = 0; j < 20; ++j) {
      if (mask(0, j)) visible.push_back(j);
    }
    const Matrix<float> masked = weights(scores, temperature, mask);
    CHECK(distance(columns_of(masked, visible), weights(columns_of(scores, visible), temperature)) < 1e-7);
    for (Index j = 0; j < 20; ++j) {
      if (!mask(0, j)) CHECK(masked(0, j) == 0.f);
    }
  }
}

TEST_CASE("what a hidden score is changes nothing") {
  Mask mask(1, 3);
  mask << true, false, true;
  const Matrix<float> expected = weights(Matrix<float>{{1.f, 0.f, 2.f}}, 1, mask);
  for (float hidden : {-largest_float, -5.f, 3.f, 1e4f, largest_float}) {
    CHECK(same(weights(Matrix<float>{{1.f, hidden, 2.f}}, 1, mask), expected));
  }
}

TEST_CASE("a mask that hides nothing is the same as none") {
  Random random(13);
  const Matrix<float> scores = uniform_matrix<float>(random, 4, 6, -3, 3);
  CHECK(same(weights(scores, 1, Mask::Constant(4, 6, true)), weights(scores)));
}

TEST_CASE_TEMPLATE("no finite input makes softmax say NaN", S, float, double) {
  using Limits = std::numeric_limits<S>;
  const S extremes[] = {S(0),
                        -S(0),
                        Limits::denorm_min(),
                        -Limits::denorm_min(),
                        Limits::min(),
                        -Limits::min(),
                        S(1),
                        S(-1),
                        S(1e4),
                        S(-1e4),
                        S(88.8),
                        S(-104),
                        Limits::max(),
                        Limits::lowest()};
  const double temperatures[] = {0., 1e-320, static_cast<double>(Limits::denorm_min()), 1e-30,
                                 1., 1e30,   static_cast<double>(Limits::max())};
  Random random(14);
  for (double temperature : temperatures) {
    for (int round = 0; round < 200; ++round) {
      Matrix<S> scores(3, 1 + random.below(5));
      for (Index i = 0; i < scores.size(); ++i) scores.data()[i] = extremes[random.below(14)];
      const SoftmaxOptions options{temperature, random_mask(random, 3, scores.cols(), 0.3)};
      const SoftmaxTrace<S> trace = softmax(scores, options);
      REQUIRE(!has_nan(trace.masked));
      REQUIRE(!has_nan(trace.maxes));
      REQUIRE(!has_nan(trace.shifted));
      REQUIRE(all_finite(trace.exps));
      REQUIRE(all_finite(trace.sums));
      REQUIRE(all_finite(trace.weights));
      for (Index i = 0; i < 3; ++i) {
        REQUIRE(trace.weights.row(i).sum() == doctest::Approx(expected_sum(options, i)));
      }
    }
  }
}

// ── The textbook formula, for show ──────────────────────────────────────────────────────────────

TEST_CASE_TEMPLATE("without subtracting the maximum, moderate scores give the same weights", S, float,
                   double) {
  Random random(15);
  const Matrix<S> scores = uniform_matrix<S>(random, 4, 9, -20, 20);
  for (double temperature : {0.5, 1., 10.}) {
    CHECK(distance(naive_softmax(scores, {temperature, {}}).weights, weights(scores, temperature)) < 1e-6);
  }
}

TEST_CASE("without subtracting the maximum, scores above 88.72 overflow") {
  CHECK(all_finite(naive_softmax(Matrix<float>{{88.72f, 0.f}}).weights));

  const NaiveSoftmaxTrace<float> one = naive_softmax(Matrix<float>{{88.73f, 0.f}});
  CHECK(one.exps(0, 0) == infinity);
  CHECK(one.sums(0, 0) == infinity);
  CHECK(std::isnan(one.weights(0, 0)));
  CHECK(one.weights(0, 1) == 0.f);  // 1/∞: the total is lost as well

  // The same scores are no trouble for softmax, which subtracts.
  CHECK(distance(weights(Matrix<float>{{88.73f, 0.f}}), Matrix<double>{{1., 0.}}) < 1e-30);
}

TEST_CASE("without subtracting the maximum, scores far below zero leave 0/0") {
  const NaiveSoftmaxTrace<float> trace = naive_softmax(Matrix<float>{{-200.f, -200.f}});
  CHECK(trace.sums(0, 0) == 0.f);
  CHECK(has_nan(trace.weights));
  CHECK(same(weights(Matrix<float>{{-200.f, -200.f}}), Matrix<float>{{0.5f, 0.5f}}));
}

TEST_CASE("without subtracting the maximum, a lower temperature overflows sooner") {
  const Matrix<float> scores{{60.f, 0.f}};
  CHECK(all_finite(naive_softmax(scores).weights));
  CHECK(has_nan(naive_softmax(scores, {0.5, {}}).weights));
}

TEST_CASE("the textbook formula takes empty rows and masks as softmax does") {
  CHECK(naive_softmax(Matrix<float>(2, 0)).weights.cols() == 0);
  Mask mask(1, 3);
  mask << true, false, true;
  const Matrix<float> scores{{1.f, 5.f, 2.f}};
  CHECK(distance(naive_softmax(scores, {1, mask}).weights, weights(scores, 1, mask)) < 1e-7);
}

// ── Errors ──────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("softmax names the first score that is not finite") {
  for (float bad : {std::numeric_limits<float>::quiet_NaN(), infinity, -infinity}) {
    Matrix<float> scores = Matrix<float>::Zero(2, 3);
    scores(1, 2) = bad;
    for (const Error& error :
         {error_of([&] { softmax(scores); }), error_of([&] { naive_softmax(scores); })}) {
      CHECK(error.code() == ErrorCode::not_finite);
      CHECK(text_of(error, "tensor") == "scores");
      CHECK(number_of(error, "row") == 1);
      CHECK(number_of(error, "col") == 2);
      CHECK(std::string(error.what()) ==
            "scores: expected a finite number in row 1, column 2, got NaN or infinity");
    }
  }
}

TEST_CASE("softmax refuses temperatures that are negative, infinite or NaN") {
  const Matrix<float> scores{{1.f, 2.f}};
  for (double bad : {-1., -1e-300, static_cast<double>(infinity), std::nan(""), 1e39}) {
    const Error error = error_of([&] { softmax(scores, {bad, {}}); });
    CHECK(error.code() == ErrorCode::out_of_range);
    CHECK(text_of(error, "name") == "temperature");
    CHECK(number_of(error, "min") == 0);
    CHECK(number_of(error, "max") == static_cast<double>(largest_float));
    if (!std::isnan(bad)) CHECK(number_of(error, "value") == bad);
  }
  CHECK(std::string(error_of([&] {
                      softmax(scores, {-1, {}});
                    }).what()) == "temperature: expected a number from 0 to 3.40282e+38, got -1");
  CHECK_NOTHROW(softmax(Matrix<double>{{1., 2.}}, {1e39, {}}));
}

TEST_CASE("the textbook formula refuses a temperature of 0") {
  const Error error = error_of([] { naive_softmax(Matrix<float>{{1.f}}, {0, {}}); });
  CHECK(error.code() == ErrorCode::out_of_range);
  CHECK(number_of(error, "value") == 0);
  CHECK(number_of(error, "min") == static_cast<double>(std::numeric_limits<float>::min()));
}

TEST_CASE("softmax refuses a mask of another shape, also an empty one") {
  const Matrix<float> scores = Matrix<float>::Zero(2, 3);
  const Error rows = error_of([&] { softmax(scores, {1, Mask::Constant(1, 3, true)}); });
  CHECK(rows.code() == ErrorCode::shape_mismatch);
  CHECK(text_of(rows, "tensor") == "mask");
  CHECK(text_of(rows, "axis") == "rows");
  CHECK(number_of(rows, "expected") == 2);
  CHECK(text_of(rows, "like") == "the scores");
  CHECK(number_of(rows, "actual") == 1);
  CHECK(std::string(rows.what()) == "mask: expected 2 rows like the scores, got 1");

  const Error columns = error_of([&] { naive_softmax(scores, {1, Mask::Constant(2, 4, true)}); });
  CHECK(text_of(columns, "axis") == "columns");
  CHECK(number_of(columns, "actual") == 4);

  CHECK(text_of(error_of([&] { softmax(scores, {1, Mask(2, 0)}); }), "axis") == "columns");
  CHECK(text_of(error_of([&] { softmax(scores, {1, Mask(0, 3)}); }), "axis") == "rows");
}
