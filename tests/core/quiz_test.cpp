#include "core/workbook/quiz.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

const std::vector<std::string> kinds{"equal_share", "best_key",           "scaled_score", "one_share",
                                     "mixed_value", "renormalised_share", "concat_width", "causal_count"};
constexpr std::uint64_t seeds = 500;

template <class Check>
void for_all_quizzes(Check check) {
  for (const std::string& kind : kinds) {
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      CAPTURE(kind);
      CAPTURE(seed);
      check(make_quiz(quiz_kind(kind), seed));
    }
  }
}

double answer_of(const Quiz& quiz) { return static_cast<double>(quiz.ledger.values("answer")(0, 0)); }

std::string typed(const char* format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

// Further apart than two results that are each rounded as much as marking allows.
bool distinct(double a, double b) { return std::abs(a - b) > 0.02 * std::max(std::abs(a), std::abs(b)); }

}  // namespace

TEST_CASE("the right answer is marked right, as a decimal and as a percentage") {
  for_all_quizzes([](const Quiz& quiz) {
    const double answer = answer_of(quiz);
    REQUIRE(mark(quiz, typed("%.9g", answer)).right);
    // Three figures, as from a pocket calculator.
    REQUIRE(mark(quiz, typed("%.3g", answer)).right);
    REQUIRE(mark(quiz, typed("%.9g", 100 * answer) + " %").right);
    REQUIRE(mark(quiz, typed("%.9g", answer)).mistake.empty());
  });
}

TEST_CASE("the right answer is marked right as the fraction it is computed from") {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Quiz share = make_quiz(QuizKind::equal_share, seed);
    REQUIRE(mark(share, "1/" + typed("%g", share.ledger.values("messages")(0, 0))).right);
    const Quiz one = make_quiz(QuizKind::one_share, seed);
    REQUIRE(mark(one, typed("%g", one.ledger.values("exps")(0, 0)) + "/" +
                          typed("%g", one.ledger.values("sums")(0, 0)))
                .right);
    const Quiz score = make_quiz(QuizKind::scaled_score, seed);
    REQUIRE(mark(score, typed("%g", score.ledger.values("scores")(0, 0)) + "/2").right);
  }
}

TEST_CASE("one part in a hundred off is right, three are wrong") {
  for_all_quizzes([](const Quiz& quiz) {
    REQUIRE(mark(quiz, typed("%.9g", 1.01 * answer_of(quiz))).right);
    REQUIRE(mark(quiz, typed("%.9g", 0.99 * answer_of(quiz))).right);
    REQUIRE(!mark(quiz, typed("%.9g", 1.03 * answer_of(quiz))).right);
    REQUIRE(!mark(quiz, typed("%.9g", 0.97 * answer_of(quiz))).right);
    REQUIRE(!mark(quiz, typed("%.9g", -answer_of(quiz))).right);
  });
}

TEST_CASE("every usual mistake is wrong and called by its name") {
  for_all_quizzes([](const Quiz& quiz) {
    REQUIRE(!quiz.mistakes.empty());
    for (const Mistake& mistake : quiz.mistakes) {
      const Mark given = mark(quiz, typed("%.9g", mistake.result));
      CAPTURE(mistake.name);
      REQUIRE(!given.right);
      REQUIRE(given.mistake == mistake.name);
    }
  });
}

TEST_CASE("no mistake gives the right result, and no two give the same") {
  for_all_quizzes([](const Quiz& quiz) {
    for (const Mistake& mistake : quiz.mistakes) {
      CAPTURE(mistake.name);
      REQUIRE(distinct(mistake.result, answer_of(quiz)));
      for (const Mistake& other : quiz.mistakes) {
        if (other.name != mistake.name) REQUIRE(distinct(mistake.result, other.result));
      }
    }
  });
}

TEST_CASE("a wrong answer that no usual mistake explains is wrong without a name") {
  for_all_quizzes([](const Quiz& quiz) {
    const Mark given = mark(quiz, "-987654");
    REQUIRE(!given.right);
    REQUIRE(given.mistake.empty());
  });
}

TEST_CASE("what is no number is refused, not marked wrong") {
  const Quiz quiz = make_quiz(QuizKind::one_share, 1);
  CHECK(error_of([&] { mark(quiz, "half"); }).code() == ErrorCode::not_a_number);
  CHECK(error_of([&] { mark(quiz, ""); }).code() == ErrorCode::not_a_number);
}

TEST_CASE("the same seed asks the same question, and other seeds ask others") {
  for (const std::string& kind : kinds) {
    CAPTURE(kind);
    std::set<double> answers;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const Quiz a = make_quiz(quiz_kind(kind), seed);
      const Quiz b = make_quiz(quiz_kind(kind), seed);
      REQUIRE(a.ledger.entries().size() == b.ledger.entries().size());
      for (std::size_t i = 0; i < a.ledger.entries().size(); ++i) {
        REQUIRE(a.ledger.entries()[i].name == b.ledger.entries()[i].name);
        REQUIRE(same(a.ledger.entries()[i].values, b.ledger.entries()[i].values));
      }
      answers.insert(answer_of(a));
    }
    CHECK(answers.size() >= 3);
  }
}

TEST_CASE("every cell of every quiz follows from its operands") {
  for_all_quizzes([](const Quiz& quiz) {
    REQUIRE(first_wrong_cell(quiz.ledger) == "");
    REQUIRE(quiz.ledger.operands({"answer", 0, 0}).operation != Operation::given);
  });
}

TEST_CASE("the quizzes have the shapes they promise") {
  const auto shape = [](const Quiz& quiz, const char* name) {
    const Matrix<float>& x = quiz.ledger.values(name);
    return std::to_string(x.rows()) + "x" + std::to_string(x.cols());
  };
  const Quiz share = make_quiz(QuizKind::equal_share, 3);
  CHECK(share.ledger.values("whole")(0, 0) == 1);
  CHECK(shape(share, "messages") == "1x1");
  const Quiz key = make_quiz(QuizKind::best_key, 3);
  CHECK(shape(key, "q") == "1x4");
  CHECK(shape(key, "k") == "3x4");
  CHECK(shape(key, "scores") == "1x3");
  const Quiz score = make_quiz(QuizKind::scaled_score, 3);
  CHECK(shape(score, "q") == "1x4");
  CHECK(shape(score, "k") == "1x4");
  CHECK(score.ledger.values("d_k")(0, 0) == 4);
  const Quiz one = make_quiz(QuizKind::one_share, 3);
  CHECK(shape(one, "exps") == "1x3");
  CHECK(shape(one, "sums") == "1x1");
  const Quiz mixed = make_quiz(QuizKind::mixed_value, 3);
  CHECK(shape(mixed, "weights") == "1x3");
  CHECK(shape(mixed, "v") == "3x1");
  CHECK(mixed.ledger.values("weights").sum() == doctest::Approx(1));
  const Quiz width = make_quiz(QuizKind::concat_width, 3);
  CHECK(width.ledger.values("h")(0, 0) * width.ledger.values("d_v")(0, 0) ==
        width.ledger.values("answer")(0, 0));
  const Quiz causal = make_quiz(QuizKind::causal_count, 3);
  const float n = causal.ledger.values("messages")(0, 0);
  CHECK(causal.ledger.values("visible").cols() == static_cast<Index>(n));
  CHECK(causal.ledger.values("answer")(0, 0) == n * (n + 1) / 2);
}

TEST_CASE("the best Key is never simply the one with the largest numbers") {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Ledger ledger = make_quiz(QuizKind::best_key, seed).ledger;
    const Matrix<float>& k = ledger.values("k");
    const auto best = static_cast<Index>(ledger.values("answer")(0, 0)) - 1;
    REQUIRE(k.rowwise().sum().maxCoeff() > 0);
    bool another_is_as_large = false;
    for (Index j = 0; j < 3; ++j) another_is_as_large |= j != best && k.row(j).sum() >= k.row(best).sum();
    REQUIRE(another_is_as_large);
  }
}

TEST_CASE("an unknown kind of quiz is refused by name") {
  const Error error = error_of([] { quiz_kind("riddle"); });
  CHECK(error.code() == ErrorCode::unknown_name);
  CHECK(text_of(error, "name") == "quiz");
  CHECK(text_of(error, "value") == "riddle");
  CHECK(std::string(error.what()) == "quiz: there is none called 'riddle'");
}
