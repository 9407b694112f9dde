#include "core/attention/exponential.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "tests/core/matrices.h"

using attn::exponential;
using attn::Index;
using attn::Matrix;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float exp_of(float x) { return exponential(Matrix<float>(Matrix<float>::Constant(1, 1, x)))(0, 0); }

// Evenly spaced numbers over everything whose exponential is a normal float.
Matrix<float> dense_sweep() {
  constexpr Index n = 2'000'000;
  Matrix<float> x(1, n);
  for (Index i = 0; i < n; ++i) {
    x(0, i) =
        static_cast<float>(-87.3 + (88.72 + 87.3) * static_cast<double>(i) / static_cast<double>(n - 1));
  }
  return x;
}

}  // namespace

TEST_CASE("the float exponential is within 2^-23 of the true one, relatively") {
  const Matrix<float> x = dense_sweep();
  const Matrix<float> y = exponential(x);
  double worst = 0;
  for (Index i = 0; i < x.cols(); ++i) {
    const double exact = std::exp(static_cast<double>(x(0, i)));
    worst = std::fmax(worst, std::abs(static_cast<double>(y(0, i)) - exact) / exact);
  }
  CHECK(worst < std::exp2(-23));
}

TEST_CASE("the exponential rises with its argument") {
  const Matrix<float> y = exponential(dense_sweep());
  bool rising = true;
  for (Index i = 1; i < y.cols(); ++i) rising = rising && y(0, i) > y(0, i - 1) * (1 + 1e-6f);
  CHECK(rising);
}

TEST_CASE("neighbouring arguments never lose more than one rounding") {
  // A drop of one unit in the last place does happen, about 3000 times in all the floats.
  bool kept = true;
  for (float start : {-80.f, -1.5f, -0.35f, 0.34f, 0.7f, 4.5f, 60.f}) {
    float x = start;
    float before = exp_of(x);
    for (int i = 0; i < 2000; ++i) {
      x = std::nextafter(x, infinity);
      const float now = exp_of(x);
      kept = kept && now >= std::nextafter(before, 0.f);
      before = now;
    }
  }
  CHECK(kept);
}

TEST_CASE("the ends of the exponential are exact") {
  CHECK(exp_of(0.f) == 1.f);
  CHECK(exp_of(-0.f) == 1.f);
  CHECK(exp_of(-infinity) == 0.f);
  CHECK(exp_of(std::numeric_limits<float>::lowest()) == 0.f);
  CHECK(exp_of(-104.f) == 0.f);
  CHECK(exp_of(infinity) == infinity);
  CHECK(exp_of(std::numeric_limits<float>::max()) == infinity);
  CHECK(exp_of(89.f) == infinity);
  CHECK(std::isfinite(exp_of(88.7f)));
  CHECK(exp_of(std::numeric_limits<float>::denorm_min()) == 1.f);
}

TEST_CASE("the exponential overflows above 88.72, and there only") {
  CHECK(std::isfinite(exp_of(88.72f)));
  CHECK(exp_of(88.73f) == infinity);
}

TEST_CASE("very small exponentials fade out over the subnormal numbers, they do not stop") {
  for (float x : {-87.5f, -90.f, -95.f, -100.f, -103.f}) {
    const double exact = std::exp(static_cast<double>(x));
    CHECK(exp_of(x) > 0.f);
    CHECK(std::abs(exp_of(x) - exact) <= std::numeric_limits<float>::denorm_min());
  }
}

TEST_CASE("the double exponential is the standard one") {
  const Matrix<double> x{{-745., -1.5, 0., 1., 709.}};
  const Matrix<double> y = exponential(x);
  for (Index i = 0; i < x.cols(); ++i) CHECK(y(0, i) == std::exp(x(0, i)));
}

TEST_CASE("the exponential of an empty matrix keeps its shape") {
  CHECK(attn::test::same(exponential(Matrix<float>(3, 0)), Matrix<float>(3, 0)));
}
