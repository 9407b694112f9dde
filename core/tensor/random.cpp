#include "core/tensor/random.h"

#include <cmath>

namespace attn {
namespace {

constexpr std::uint64_t multiplier = 6364136223846793005u;
constexpr std::uint64_t increment = 1442695040888963407u;

// Natural logarithm of 0 < x ≤ 1 from IEEE operations only, so that it has the same bits everywhere:
// x = m·2ᵉ with √½ ≤ m < √2, and ln m = 2·artanh((m−1)/(m+1)) by its series.
double portable_log(double x) {
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < 0.70710678118654752) {
    mantissa *= 2;
    --exponent;
  }
  const double s = (mantissa - 1) / (mantissa + 1);
  double series = 0;
  for (int power = 21; power >= 1; power -= 2) series = series * s * s + 1.0 / power;
  return exponent * 0.69314718055994531 + 2 * s * series;
}

}  // namespace

Random::Random(std::uint64_t seed) {
  bits();
  state_ += seed;
  bits();
}

std::uint32_t Random::bits() {
  const std::uint64_t old = state_;
  state_ = old * multiplier + increment;
  const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
  const auto turn = static_cast<std::uint32_t>(old >> 59);
  return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

double Random::uniform() { return bits() * (1.0 / 4294967296.0); }

std::uint32_t Random::below(std::uint32_t bound) {
  // The first 2³² mod bound values would make small results likelier: draw again.
  const std::uint32_t biased = (0u - bound) % bound;
  std::uint32_t drawn = bits();
  while (drawn < biased) drawn = bits();
  return drawn % bound;
}

double Random::normal() {
  for (;;) {
    const double x = 2 * uniform() - 1;
    const double y = 2 * uniform() - 1;
    const double square = x * x + y * y;
    if (square >= 1 || square == 0) continue;
    return x * std::sqrt(-2 * portable_log(square) / square);
  }
}

}  // namespace attn
