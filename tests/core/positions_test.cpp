#include "core/attention/positions.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/core/errors.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

TEST_CASE_TEMPLATE("positions are the sines and cosines of section 3.5", S, float, double) {
  // d_model = 4: the second pair turns 10000^(2/4) = 100 times slower.
  const Matrix<double> expected{{0, 1, 0, 1},
                                {std::sin(1.), std::cos(1.), std::sin(0.01), std::cos(0.01)},
                                {std::sin(2.), std::cos(2.), std::sin(0.02), std::cos(0.02)}};
  CHECK(distance(sinusoidal_positions<S>(3, 4), expected) < (std::is_same_v<S, float> ? 1e-7 : 1e-15));
}

TEST_CASE("every position is as long as every other: √(d_model/2)") {
  const Matrix<double> positions = sinusoidal_positions<double>(200, 16);
  CHECK((positions.rowwise().norm().array() - std::sqrt(8.)).abs().maxCoeff() < 1e-12);
}

TEST_CASE("how alike two positions are depends on their distance alone, and not on where they stand") {
  const Matrix<double> positions = sinusoidal_positions<double>(40, 16);
  const Matrix<double> alike = positions * positions.transpose();
  for (Index apart = 0; apart < 10; ++apart) {
    for (Index pos = 0; pos + apart < 40; ++pos)
      CHECK(alike(pos, pos + apart) == doctest::Approx(alike(0, apart)).epsilon(1e-12));
  }
}

TEST_CASE("a step forward is one and the same rotation everywhere") {
  // The paper's reason for the choice: PE(pos + k) is a linear function of PE(pos).
  const Matrix<double> positions = sinusoidal_positions<double>(60, 8);
  const Matrix<double> steps = position_angles(6, 8);
  Matrix<double> turn = Matrix<double>::Zero(8, 8);
  for (Index c = 0; c < 8; c += 2) {
    const double cosine = std::cos(steps(5, c)), sine = std::sin(steps(5, c));
    turn.block(c, c, 2, 2) << cosine, -sine, sine, cosine;
  }
  CHECK(distance(Matrix<double>(positions.topRows(55) * turn), Matrix<double>(positions.bottomRows(55))) <
        1e-12);
}

TEST_CASE("no two of the first thousand places look the same") {
  const Matrix<double> positions = sinusoidal_positions<double>(1000, 16);
  double nearest = 1e9;
  for (Index i = 0; i < 1000; ++i) {
    for (Index j = 0; j < i; ++j) nearest = std::min(nearest, (positions.row(i) - positions.row(j)).norm());
  }
  CHECK(nearest > 0.1);
}

TEST_CASE("positions need pairs of columns") {
  CHECK(error_of([] { sinusoidal_positions<float>(3, 5); }).code() == ErrorCode::shape_mismatch);
  CHECK(error_of([] { sinusoidal_positions<float>(3, 0); }).code() == ErrorCode::out_of_range);
  CHECK(error_of([] { sinusoidal_positions<float>(-1, 4); }).code() == ErrorCode::out_of_range);
  CHECK(sinusoidal_positions<float>(0, 4).rows() == 0);
}
