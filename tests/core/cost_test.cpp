#include "core/attention/cost.h"

#include <doctest/doctest.h>

#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("the four rows of Table 1 for a sentence of 70 words and d = 512") {
  const Ledger costs = layer_costs(70, 512, 3, 7);
  CHECK(same(costs.values("complexity"), Matrix<float>{{2508800}, {18350080}, {55050240}, {250880}}));
  CHECK(same(costs.values("sequential"), Matrix<float>{{1}, {70}, {1}, {1}}));
  CHECK(distance(costs.values("path"), Matrix<float>{{1}, {70}, {3.86716f}, {10}}) < 1e-4);
  CHECK(costs.values("attention_cheaper")(0, 0) == 1);
}

TEST_CASE("what attention pays: twice the messages, four times the work") {
  const auto work = [](double n) { return layer_costs(n, 64, 3, 8).values("complexity"); };
  CHECK(work(400)(0, 0) == 4 * work(200)(0, 0));
  CHECK(work(400)(1, 0) == 2 * work(200)(1, 0));
  // It is cheaper than a recurrent layer only as long as there are fewer messages than d.
  CHECK(work(63)(0, 0) < work(63)(1, 0));
  CHECK(work(64)(0, 0) == work(64)(1, 0));
  CHECK(work(65)(0, 0) > work(65)(1, 0));
  CHECK(layer_costs(65, 64, 3, 8).values("attention_cheaper")(0, 0) == 0);
}

TEST_CASE("every cell of the costs follows from its operands") {
  for (double n : {1., 2., 200., 1e6}) CHECK(first_wrong_cell(layer_costs(n, 64, 5, 1)) == "");
}

TEST_CASE("impossible sizes are refused by name") {
  const auto refused = [](double n, double d, double k, double r) {
    return text_of(error_of([=] { layer_costs(n, d, k, r); }), "name");
  };
  CHECK(refused(0, 1, 2, 1) == "n");
  CHECK(refused(1, 0, 2, 1) == "d");
  CHECK(refused(1, 1, 1, 1) == "k");
  CHECK(refused(4, 1, 2, 5) == "r");
}
