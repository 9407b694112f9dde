#include "core/tensor/random.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

using attn::Random;

TEST_CASE("the seed 42 gives the numbers the authors of PCG publish") {
  // github.com/imneme/pcg-c, test-high/expected/check-pcg32s.out, round 1: 32bit
  Random random(42);
  for (std::uint32_t expected :
       {0xc2f57bd6u, 0x6b07c4a9u, 0x72b7b29bu, 0x44215383u, 0xf5af5eadu, 0x68beb632u}) {
    CHECK(random.bits() == expected);
  }
}

TEST_CASE("the smallest and the largest seed give their own numbers") {
  Random least(0);
  for (std::uint32_t expected : {0xe823a24eu, 0x7a7ecbd9u, 0x89fd6c06u}) CHECK(least.bits() == expected);
  Random most(~std::uint64_t{0});
  for (std::uint32_t expected : {0xd9313036u, 0xcd4b6992u, 0x7b8ec69eu}) CHECK(most.bits() == expected);
}

TEST_CASE("a seed means the same natively and in the browser, bit for bit") {
  Random random(7);
  CHECK(random.uniform() == 0.29650168656371534);
  CHECK(random.below(200) == 92);
  CHECK(random.normal() == -0.21676828696059891);
  CHECK(random.normal() == -1.1515247267418558);
  std::vector<int> items{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  random.shuffle(items);
  CHECK(items == std::vector<int>{9, 5, 3, 2, 8, 0, 1, 4, 7, 6});
}

TEST_CASE("uniform numbers fill [0, 1) evenly") {
  Random random(1);
  constexpr int n = 200000;
  std::array<int, 10> tenths{};
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.uniform();
    REQUIRE(x >= 0);
    REQUIRE(x < 1);
    sum += x;
    ++tenths[static_cast<std::size_t>(x * 10)];
  }
  CHECK(sum / n == doctest::Approx(0.5).epsilon(0.005));
  for (int count : tenths) CHECK(count == doctest::Approx(n / 10).epsilon(0.03));
}

TEST_CASE("below gives every number below its bound equally often") {
  Random random(2);
  for (std::uint32_t bound : {1u, 2u, 3u, 7u}) {
    std::vector<int> counts(bound, 0);
    constexpr int n = 70000;
    for (int i = 0; i < n; ++i) {
      const std::uint32_t drawn = random.below(bound);
      REQUIRE(drawn < bound);
      ++counts[drawn];
    }
    for (int count : counts) CHECK(count == doctest::Approx(n / static_cast<double>(bound)).epsilon(0.04));
  }
}

TEST_CASE("below is unbiased where a plain remainder is not") {
  // 2³² mod 3·2³⁰ = 2³⁰: a remainder alone would give a number below 2³⁰ half of the time.
  Random random(3);
  constexpr std::uint32_t bound = 3u << 30;
  int low = 0;
  constexpr int n = 30000;
  for (int i = 0; i < n; ++i) low += random.below(bound) < (1u << 30) ? 1 : 0;
  CHECK(low / static_cast<double>(n) == doctest::Approx(1. / 3).epsilon(0.03));
}

TEST_CASE("normal numbers have the moments of a standard normal") {
  Random random(4);
  constexpr int n = 200000;
  double sum = 0, squares = 0, cubes = 0, fourths = 0;
  int within_one = 0;
  for (int i = 0; i < n; ++i) {
    const double x = random.normal();
    REQUIRE(std::isfinite(x));
    sum += x;
    squares += x * x;
    cubes += x * x * x;
    fourths += x * x * x * x;
    within_one += std::abs(x) < 1 ? 1 : 0;
  }
  CHECK(std::abs(sum / n) < 0.01);
  CHECK(squares / n == doctest::Approx(1).epsilon(0.01));
  CHECK(std::abs(cubes / n) < 0.04);
  CHECK(fourths / n == doctest::Approx(3).epsilon(0.03));
  CHECK(within_one / static_cast<double>(n) == doctest::Approx(0.6827).epsilon(0.01));
}

TEST_CASE("a shuffle loses nothing, and every order is equally likely") {
  Random random(5);
  std::array<int, 6> counts{};
  constexpr int n = 60000;
  for (int i = 0; i < n; ++i) {
    std::vector<int> items{0, 1, 2};
    random.shuffle(items);
    std::vector<int> sorted = items;
    std::sort(sorted.begin(), sorted.end());
    REQUIRE(sorted == std::vector<int>{0, 1, 2});
    ++counts[static_cast<std::size_t>(2 * items[0] + (items[1] > items[2] ? 1 : 0))];
  }
  for (int count : counts) CHECK(count == doctest::Approx(n / 6).epsilon(0.05));
}

TEST_CASE("different seeds give different streams") {
  Random a(1), b(2);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) equal += a.bits() == b.bits() ? 1 : 0;
  CHECK(equal <= 1);
}

TEST_CASE("a matrix of normals is filled row by row from the same stream") {
  Random matrices(6), numbers(6);
  const attn::Matrix<double> x = attn::normal_matrix<double>(matrices, 2, 3);
  for (attn::Index i = 0; i < 2; ++i) {
    for (attn::Index j = 0; j < 3; ++j) CHECK(x(i, j) == numbers.normal());
  }
}
