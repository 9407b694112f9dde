#include "core/tensor/check.h"

#include <complex>
#include <cstdio>

namespace attn {
namespace {

// Not by a stream: iostreams would make up a third of the WASM module.
std::string text(double number) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", number);
  return buffer;
}
std::string text(Index number) { return std::to_string(number); }
std::string text(std::string_view part) { return std::string(part); }

template <class... Parts>
std::string sentence(const Parts&... parts) {
  return (text(parts) + ...);
}

}  // namespace

void check_extent(std::string_view tensor, std::string_view axis, Index actual, Index expected,
                  std::string_view like) {
  if (actual == expected) return;
  throw Error(ErrorCode::shape_mismatch,
              {{"tensor", std::string(tensor)},
               {"axis", std::string(axis)},
               {"expected", static_cast<double>(expected)},
               {"like", std::string(like)},
               {"actual", static_cast<double>(actual)}},
              sentence(tensor, ": expected ", expected, " ", axis, " like ", like, ", got ", actual));
}

void check_range(std::string_view name, double value, double min, double max) {
  if (value >= min && value <= max) return;
  throw Error(ErrorCode::out_of_range,
              {{"name", std::string(name)}, {"value", value}, {"min", min}, {"max", max}},
              sentence(name, ": expected a number from ", min, " to ", max, ", got ", value));
}

template <class S>
void check_finite(std::string_view tensor, const Matrix<S>& x, ErrorCode code) {
  for (Index row = 0; row < x.rows(); ++row) {
    for (Index col = 0; col < x.cols(); ++col) {
      if ((Eigen::numext::isfinite)(x(row, col))) continue;
      throw Error(code,
                  {{"tensor", std::string(tensor)},
                   {"row", static_cast<double>(row)},
                   {"col", static_cast<double>(col)}},
                  sentence(tensor, ": expected a finite number in row ", row, ", column ", col,
                           code == ErrorCode::overflow ? ", but the result is too large for the number type"
                                                       : ", got NaN or infinity"));
    }
  }
}

template void check_finite(std::string_view, const Matrix<float>&, ErrorCode);
template void check_finite(std::string_view, const Matrix<double>&, ErrorCode);
template void check_finite(std::string_view, const Matrix<std::complex<double>>&, ErrorCode);

}  // namespace attn
