#include "core/attention/exponential.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>

namespace attn {
namespace {

// 2^n for −126 ≤ n ≤ 127, written straight into the exponent bits.
inline float power_of_two(std::int32_t n) {
  const std::int32_t bits = (n + 127) << 23;
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

// e^x = 2^n · e^r with n = round(x / ln 2) and |r| ≤ ln 2 / 2, where seven powers of the series are enough.
inline float exponential(float x) {
  constexpr float log2_e = 1.44269504f;
  constexpr float ln2_high = 0.693359375f;        // exact in few bits, so that n · ln2_high is exact
  constexpr float ln2_low = -2.12194440e-4f;      // ln 2 − ln2_high
  constexpr float round_to_integer = 12582912.f;  // 1.5 · 2²³: adding it drops the fraction
  // Outside these bounds the result is 0 or +∞ anyway, and n stays within two exponents.
  const float bounded = std::min(std::max(x, -104.f), 89.f);

  const float n = (bounded * log2_e + round_to_integer) - round_to_integer;
  const float r = (bounded - n * ln2_high) - n * ln2_low;
  float series = 1.f / 5040.f;
  series = series * r + 1.f / 720.f;
  series = series * r + 1.f / 120.f;
  series = series * r + 1.f / 24.f;
  series = series * r + 1.f / 6.f;
  series = series * r + 0.5f;
  series = series * r + 1.f;
  series = series * r + 1.f;

  // In two halves: 2¹²⁸ and 2⁻¹⁵⁰ are no floats, their square roots are.
  const std::int32_t whole = static_cast<std::int32_t>(n);
  const std::int32_t half = whole >> 1;
  return series * power_of_two(half) * power_of_two(whole - half);
}

inline double exponential(double x) { return std::exp(x); }
inline std::complex<double> exponential(std::complex<double> x) { return std::exp(x); }

}  // namespace

template <class S>
Matrix<S> exponential(const Matrix<S>& x) {
  Matrix<S> result(x.rows(), x.cols());
  const S* from = x.data();
  S* to = result.data();
  for (Index i = 0; i < x.size(); ++i) to[i] = exponential(from[i]);
  return result;
}

template Matrix<float> exponential(const Matrix<float>&);
template Matrix<double> exponential(const Matrix<double>&);
template Matrix<std::complex<double>> exponential(const Matrix<std::complex<double>>&);

}  // namespace attn
