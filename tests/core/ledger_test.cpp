#include "core/tensor/ledger.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>

#include "core/attention/attention.h"
#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;
using Origin = Ledger::Origin;

namespace {
constexpr double infinity = std::numeric_limits<double>::infinity();
}

TEST_CASE("each operation gives what its name says") {
  CHECK(std::isnan(evaluate(Operation::given, {})));
  CHECK(evaluate(Operation::dot, {1, 2, 3, 4}) == 14);
  CHECK(evaluate(Operation::dot, {}) == 0);
  CHECK(evaluate(Operation::product, {3, -4}) == -12);
  CHECK(evaluate(Operation::sum, {1, 2, -5}) == -2);
  CHECK(evaluate(Operation::sum, {}) == 0);
  CHECK(evaluate(Operation::difference, {3, 5}) == -2);
  CHECK(evaluate(Operation::quotient, {3, 4}) == 0.75);
  CHECK(evaluate(Operation::over_root, {6, 9}) == 2);
  CHECK(evaluate(Operation::root, {16}) == 4);
  CHECK(evaluate(Operation::mean_square, {1, -3}) == 5);
  CHECK(evaluate(Operation::maximum, {2, 7, -9}) == 7);
  CHECK(evaluate(Operation::maximum, {}) == -infinity);
  CHECK(evaluate(Operation::place_of_maximum, {2, 7, -9}) == 2);
  CHECK(evaluate(Operation::exponential, {0}) == 1);
  CHECK(evaluate(Operation::exponential, {-infinity}) == 0);
  CHECK(evaluate(Operation::mask, {5, 1}) == 5);
  CHECK(evaluate(Operation::mask, {5, 0}) == -infinity);
  CHECK(evaluate(Operation::shifted, {3, 7, 2}) == -2);
  CHECK(evaluate(Operation::shifted, {7, 7, 0}) == 0);
  CHECK(evaluate(Operation::shifted, {3, 7, 0}) == -infinity);
  CHECK(evaluate(Operation::shifted, {-infinity, -infinity, 1}) == -infinity);
  CHECK(evaluate(Operation::normalised, {1, 4}) == 0.25);
  CHECK(evaluate(Operation::normalised, {0, 0}) == 0);
  CHECK(evaluate(Operation::softmax, {1, 1, 1}) == 0.5);
  CHECK(evaluate(Operation::softmax, {1000, 1000, 0}) == 1);
  CHECK(evaluate(Operation::count, {0, 3, 0, 1}) == 2);
  CHECK(evaluate(Operation::at_least, {2, 2}) == 1);
  CHECK(evaluate(Operation::at_least, {1, 2}) == 0);
  CHECK(evaluate(Operation::product, {3, -4, 0.5}) == -6);
  CHECK(evaluate(Operation::sine, {std::acos(-1.) / 2}) == doctest::Approx(1));
  CHECK(evaluate(Operation::cosine, {0}) == 1);
  CHECK(evaluate(Operation::largest_size, {1, -3, 2}) == 3);
  CHECK(evaluate(Operation::logarithm, {9, 3}) == doctest::Approx(2));
  CHECK(evaluate(Operation::tangent, {0.5}) == doctest::Approx(0.46211716));
  CHECK(evaluate(Operation::sigmoid, {0}) == 0.5);
  CHECK(evaluate(Operation::length, {3, 4, 12}) == 13);
}

TEST_CASE("each operation has a spelling of its own") {
  std::set<std::string> spellings;
  int operations = 0;
  for (int i = 0; to_string(static_cast<Operation>(i)) != "unknown"; ++i, ++operations) {
    spellings.insert(std::string(to_string(static_cast<Operation>(i))));
  }
  CHECK(operations == static_cast<int>(Operation::length) + 1);
  CHECK(spellings.size() == static_cast<std::size_t>(operations));
  CHECK(to_string(Operation::over_root) == "over_root");
}

TEST_CASE("a ledger hands over a cell with its operands and their values") {
  Ledger ledger;
  ledger.enter("x", Matrix<float>{{2, 3}, {4, 5}});
  ledger.enter("total", 14.f, [](Index, Index) {
    return Origin{Operation::sum, {{"x", 0, 0}, {"x", 0, 1}, {"x", 1, 0}, {"x", 1, 1}}};
  });

  const Operands total = ledger.operands({"total", 0, 0});
  CHECK(total.operation == Operation::sum);
  CHECK(total.result.at.tensor == "total");
  CHECK(total.result.value == 14);
  REQUIRE(total.operands.size() == 4);
  CHECK(total.operands[2].at.tensor == "x");
  CHECK(total.operands[2].at.row == 1);
  CHECK(total.operands[2].at.col == 0);
  CHECK(total.operands[2].value == 4);

  const Operands given = ledger.operands({"x", 1, 1});
  CHECK(given.operation == Operation::given);
  CHECK(given.result.value == 5);
  CHECK(given.operands.empty());
}

TEST_CASE("a ledger knows its entries in the order they were made") {
  Ledger ledger;
  ledger.enter("b", 1.f);
  ledger.enter("a", Matrix<float>{{1, 2}});
  REQUIRE(ledger.entries().size() == 2);
  CHECK(ledger.entries()[0].name == "b");
  CHECK(ledger.values("a")(0, 1) == 2);
}

TEST_CASE("a ledger refuses names and cells it does not have") {
  Ledger ledger;
  ledger.enter("x", Matrix<float>{{1, 2, 3}});
  const Error name = error_of([&] { ledger.values("y"); });
  CHECK(name.code() == ErrorCode::unknown_name);
  CHECK(text_of(name, "name") == "tensor");
  CHECK(text_of(name, "value") == "y");
  CHECK(std::string(name.what()) == "tensor: there is none called 'y'");
  CHECK(error_of([&] { ledger.operands({"y", 0, 0}); }).code() == ErrorCode::unknown_name);

  const Error row = error_of([&] { ledger.operands({"x", 1, 0}); });
  CHECK(row.code() == ErrorCode::out_of_range);
  CHECK(text_of(row, "name") == "x row");
  CHECK(number_of(row, "value") == 1);
  CHECK(number_of(row, "max") == 0);
  const Error col = error_of([&] { ledger.operands({"x", 0, -1}); });
  CHECK(text_of(col, "name") == "x column");
  CHECK(number_of(col, "max") == 2);
}

TEST_CASE("the walk over a ledger finds a cell that does not follow from its operands") {
  const auto wrong_by = [](float error) {
    Ledger ledger;
    ledger.enter("x", Matrix<float>{{2, 3}});
    ledger.enter("twice", Matrix<float>{{4, 6 + error}}, [](Index, Index j) {
      return Origin{Operation::sum, {{"x", 0, j}, {"x", 0, j}}};
    });
    return first_wrong_cell(ledger);
  };
  CHECK(wrong_by(0) == "");
  CHECK(wrong_by(1e-4f) == "twice(0, 1)");
  CHECK(wrong_by(std::nanf("")) == "twice(0, 1)");
  CHECK(wrong_by(static_cast<float>(infinity)) == "twice(0, 1)");
}

TEST_CASE("every cell of an attention's ledger follows from its operands") {
  Random random(1);
  for (int round = 0; round < 120; ++round) {
    const auto n_q = static_cast<Index>(1 + random.below(4));
    const auto n = static_cast<Index>(random.below(9));
    const auto d_k = static_cast<Index>(1 + random.below(7));
    const auto d_v = static_cast<Index>(random.below(5));
    const double size = random.below(3) == 0 ? 60 : 2;
    constexpr double temperatures[] = {0, 1e-45, 1e-3, 0.5, 1, 20, 1e30};

    AttentionOptions options;
    options.temperature = temperatures[random.below(7)];
    options.divide_by_root_d_k = random.below(4) != 0;
    if (random.below(3) != 0) options.mask = random_mask(random, n_q, n, 0.4);
    // Whole numbers now and then, for ties.
    const auto matrix = [&](Index rows, Index cols) {
      return round % 2 == 0 ? uniform_matrix<float>(random, rows, cols, -size, size)
                            : whole_matrix<float>(random, rows, cols, -2, 2);
    };
    const AttentionTrace<float> trace = attention(matrix(n_q, d_k), matrix(n, d_k), matrix(n, d_v), options);

    Ledger ledger;
    ledger.enter("q", trace.q);
    ledger.enter("k", trace.k);
    ledger.enter("v", trace.v);
    enter_attention(ledger, trace, options);
    CAPTURE(round);
    CAPTURE(options.temperature);
    CHECK(first_wrong_cell(ledger) == "");
    CHECK(given_entries(ledger) == std::vector<std::string>{"q", "k", "v", "d_k", "temperature", "mask"});
  }
}

TEST_CASE("an attention's ledger names its steps in the order of computation") {
  const Matrix<float> one = Matrix<float>::Ones(1, 1);
  const AttentionTrace<float> trace = attention(one, one, one);
  Ledger ledger;
  enter_attention(ledger, trace, {});
  std::vector<std::string> names;
  for (const Ledger::Entry& entry : ledger.entries()) names.push_back(entry.name);
  CHECK(names == std::vector<std::string>{"d_k", "temperature", "mask", "scores", "scaled", "masked", "maxes",
                                          "shifted", "exps", "sums", "weights", "output"});
}

TEST_CASE("a name enters a ledger once") {
  Ledger ledger;
  ledger.enter("q", 1.f);
  CHECK_THROWS_AS(ledger.enter("q", 2.f), std::logic_error);
  CHECK(ledger.values("q")(0, 0) == 1);
}
