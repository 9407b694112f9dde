#include "core/attention/positions.h"

#include <cmath>
#include <limits>

#include "core/tensor/check.h"

namespace attn {

Matrix<double> position_angles(Index n, Index d_model) {
  check_range("n", static_cast<double>(n), 0, std::numeric_limits<int>::max());
  check_range("d_model", static_cast<double>(d_model), 1, std::numeric_limits<int>::max());
  check_extent("positions", "columns", d_model, d_model + d_model % 2, "pairs of sine and cosine");
  Matrix<double> angles(n, d_model);
  for (Index c = 0; c < d_model; ++c) {
    const auto pair = static_cast<double>(c / 2);
    const double wavelength = std::pow(10000., 2 * pair / static_cast<double>(d_model));
    for (Index pos = 0; pos < n; ++pos) angles(pos, c) = static_cast<double>(pos) / wavelength;
  }
  return angles;
}

template <class S>
Matrix<S> sinusoidal_positions(Index n, Index d_model) {
  const Matrix<double> angles = position_angles(n, d_model);
  Matrix<S> positions(n, d_model);
  for (Index pos = 0; pos < n; ++pos) {
    for (Index c = 0; c < d_model; ++c) {
      const double angle = angles(pos, c);
      positions(pos, c) = static_cast<S>(c % 2 == 0 ? std::sin(angle) : std::cos(angle));
    }
  }
  return positions;
}

template Matrix<float> sinusoidal_positions(Index, Index);
template Matrix<double> sinusoidal_positions(Index, Index);

}  // namespace attn
