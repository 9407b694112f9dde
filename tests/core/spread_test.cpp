#include "core/attention/spread.h"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {
float number(const Ledger& ledger, const char* name) { return ledger.values(name)(0, 0); }
}  // namespace

TEST_CASE("the variance of q·k is d_k, and after the division by √d_k it is 1") {
  for (int d_k : {1, 4, 16, 64, 256}) {
    const Ledger ledger = dot_product_spread(d_k, 10000, 8, 1);
    CAPTURE(d_k);
    // One standard deviation of the estimate is √((2 + 6/d_k)/10000), below 3 %.
    CHECK(number(ledger, "variance") == doctest::Approx(d_k).epsilon(0.1));
    CHECK(number(ledger, "scaled_variance") == doctest::Approx(1).epsilon(0.1));
    CHECK(number(ledger, "spread") == doctest::Approx(std::sqrt(number(ledger, "variance"))));
    CHECK(std::abs(ledger.values("dots").mean()) < 0.05 * std::sqrt(d_k));
  }
}

TEST_CASE("with a large d_k and no division one Key takes nearly everything") {
  double largest = 0, scaled_largest = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Ledger ledger = dot_product_spread(512, 8, 8, seed);
    largest += number(ledger, "largest_weight") / 50;
    scaled_largest += number(ledger, "scaled_largest_weight") / 50;
  }
  CHECK(largest > 0.95);
  CHECK(scaled_largest < 0.5);
}

TEST_CASE("every cell of the spread follows from its operands") {
  for (int d_k : {1, 3, 64, 512}) {
    for (std::uint64_t seed : {0u, 1u, 99u})
      CHECK(first_wrong_cell(dot_product_spread(d_k, 50, 7, seed)) == "");
  }
  CHECK(given_entries(dot_product_spread(4, 5, 5, 1)) == std::vector<std::string>{"d_k", "dots"});
}

TEST_CASE("the spread has the shapes it promises") {
  const Ledger ledger = dot_product_spread(3, 20, 6, 5);
  CHECK(number(ledger, "d_k") == 3);
  CHECK(ledger.values("dots").cols() == 20);
  CHECK(ledger.values("scaled_dots").cols() == 20);
  CHECK(ledger.values("weights").cols() == 6);
  CHECK(ledger.values("scaled_weights").cols() == 6);
  CHECK(ledger.values("weights").sum() == doctest::Approx(1));
  CHECK(ledger.values("scaled_weights").sum() == doctest::Approx(1));
  CHECK(number(ledger, "largest_weight") == ledger.values("weights").maxCoeff());
}

TEST_CASE("the same seed draws the same products, another seed others") {
  CHECK(same(dot_product_spread(4, 10, 3, 7).values("dots"), dot_product_spread(4, 10, 3, 7).values("dots")));
  CHECK(
      !same(dot_product_spread(4, 10, 3, 7).values("dots"), dot_product_spread(4, 10, 3, 8).values("dots")));
}

TEST_CASE("the spread refuses sizes out of range") {
  const auto name_at_fault = [](int d_k, int pairs, int keys) {
    const Error error = error_of([&] { dot_product_spread(d_k, pairs, keys, 1); });
    CHECK(error.code() == ErrorCode::out_of_range);
    return text_of(error, "name");
  };
  CHECK(name_at_fault(0, 10, 2) == "d_k");
  CHECK(name_at_fault(4097, 10, 2) == "d_k");
  CHECK(name_at_fault(4, 1, 1) == "pairs");
  CHECK(name_at_fault(4, 10001, 2) == "pairs");
  CHECK(name_at_fault(4, 10, 0) == "keys");
  CHECK(name_at_fault(4, 10, 11) == "keys");
}
