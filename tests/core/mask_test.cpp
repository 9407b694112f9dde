#include "core/attention/mask.h"

#include <doctest/doctest.h>

#include "tests/core/errors.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("a causal mask shows each row itself and what came before") {
  CHECK(causal_mask(3) == Mask{{true, false, false}, {true, true, false}, {true, true, true}});
  CHECK(causal_mask(1) == Mask{{true}});
  CHECK(causal_mask(0).size() == 0);
}

TEST_CASE("a padding mask shows every row the same Keys") {
  CHECK(padding_mask(2, 4, 3) == Mask{{true, true, true, false}, {true, true, true, false}});
  CHECK(padding_mask(2, 3, 3).all());
  CHECK(!padding_mask(2, 3, 0).any());
}

TEST_CASE("causal and padding are two things: together they show what both show") {
  CHECK(both(causal_mask(3), padding_mask(3, 3, 2)) ==
        Mask{{true, false, false}, {true, true, false}, {true, true, false}});
  CHECK(both({}, causal_mask(2)) == causal_mask(2));
  CHECK(both(causal_mask(2), {}) == causal_mask(2));
}

TEST_CASE("masks of impossible shapes are refused") {
  CHECK(error_of([] { causal_mask(-1); }).code() == ErrorCode::out_of_range);
  const Error error = error_of([] { padding_mask(2, 3, 4); });
  CHECK(error.code() == ErrorCode::out_of_range);
  CHECK(text_of(error, "name") == "length");
  CHECK(number_of(error, "max") == 3);
  CHECK(error_of([] { both(causal_mask(2), causal_mask(3)); }).code() == ErrorCode::shape_mismatch);
}
