#include "core/workbook/quiz.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/tensor/check.h"
#include "core/tensor/random.h"
#include "core/workbook/number.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;

bool same_number(double typed, double expected) {
  return std::abs(typed - expected) <= 0.0101 * std::abs(expected) + 1e-9;
}

// So far apart that neither is taken for the other when both are rounded.
bool distinct(double a, double b) { return std::abs(a - b) > 0.03 * std::max(std::abs(a), std::abs(b)); }

// Can each mistake be told from the right result and from every other mistake?
bool telling(const std::vector<Mistake>& mistakes, double answer) {
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    if (!distinct(mistakes[i].result, answer)) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (!distinct(mistakes[i].result, mistakes[j].result)) return false;
    }
  }
  return true;
}

template <class T, std::size_t N>
const T& pick(Random& random, const std::array<T, N>& choices) {
  return choices[random.below(N)];
}

Matrix<float> row_of(const std::array<float, 3>& numbers) {
  return Eigen::Map<const Matrix<float>>(numbers.data(), 1, 3);
}

// Whole numbers from `least` to `most`.
Matrix<float> small_integers(Random& random, Index rows, Index cols, int least, int most) {
  Matrix<float> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) {
    result.data()[i] = static_cast<float>(
        least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1))));
  }
  return result;
}

Ledger::Rule dot_of_rows(Index width) {
  return [width](Index i, Index j) {
    Origin origin{Operation::dot, {}};
    for (Index c = 0; c < width; ++c) {
      origin.operands.push_back({"q", i, c});
      origin.operands.push_back({"k", j, c});
    }
    return origin;
  };
}

Quiz equal_share(Random& random) {
  const float messages = pick(random, std::array{20.f, 40.f, 50.f, 100.f, 200.f, 250.f, 400.f});
  Quiz quiz;
  quiz.ledger.enter("whole", 1.f);
  quiz.ledger.enter("messages", messages);
  quiz.ledger.enter("answer", 1.f / messages, [](Index, Index) {
    return Origin{Operation::quotient, {{"whole", 0, 0}, {"messages", 0, 0}}};
  });
  quiz.mistakes = {{"percent_forgotten", 100. / messages}, {"upside_down", messages}};
  return quiz;
}

Quiz best_key(Random& random) {
  for (;;) {
    const Matrix<float> q = small_integers(random, 1, 4, 0, 2);
    const Matrix<float> k = small_integers(random, 3, 4, 0, 3);
    const Matrix<float> scores = q * k.transpose();
    Index best = 0;
    Index largest = 0;
    scores.row(0).maxCoeff(&best);
    k.rowwise().sum().maxCoeff(&largest);
    // One clear winner, and not simply the Key with the largest numbers: size must not be enough.
    if (best == largest || (scores.array() == scores(0, best)).count() != 1) continue;
    Quiz quiz;
    quiz.ledger.enter("q", q);
    quiz.ledger.enter("k", k);
    quiz.ledger.enter("scores", scores, dot_of_rows(4));
    quiz.ledger.enter("answer", static_cast<float>(best + 1), [](Index, Index) {
      return Origin{Operation::place_of_maximum, {{"scores", 0, 0}, {"scores", 0, 1}, {"scores", 0, 2}}};
    });
    quiz.mistakes = {{"largest_key", static_cast<double>(largest + 1)}};
    return quiz;
  }
}

Quiz scaled_score(Random& random) {
  for (;;) {
    const Matrix<float> q = small_integers(random, 1, 4, -2, 3);
    const Matrix<float> k = small_integers(random, 1, 4, -2, 3);
    const float score = (q * k.transpose()).value();
    if (score == 0) continue;  // then scaled or not is the same
    Quiz quiz;
    quiz.ledger.enter("q", q);
    quiz.ledger.enter("k", k);
    quiz.ledger.enter("d_k", 4.f);
    quiz.ledger.enter("scores", score, dot_of_rows(4));
    quiz.ledger.enter("answer", score / 2, [](Index, Index) {
      return Origin{Operation::over_root, {{"scores", 0, 0}, {"d_k", 0, 0}}};
    });
    quiz.mistakes = {{"not_scaled", score}, {"divided_by_d_k", score / 4.}};
    return quiz;
  }
}

Quiz one_share(Random& random) {
  const auto exps = pick(random, std::array<std::array<float, 3>, 6>{
                                     {{4, 5, 1}, {2, 6, 2}, {6, 3, 1}, {3, 5, 2}, {1, 2, 2}, {7, 8, 5}}});
  const float sum = exps[0] + exps[1] + exps[2];
  Quiz quiz;
  quiz.ledger.enter("exps", row_of(exps));
  quiz.ledger.enter("sums", sum, [](Index, Index) {
    return Origin{Operation::sum, {{"exps", 0, 0}, {"exps", 0, 1}, {"exps", 0, 2}}};
  });
  quiz.ledger.enter("answer", exps[0] / sum, [](Index, Index) {
    return Origin{Operation::quotient, {{"exps", 0, 0}, {"sums", 0, 0}}};
  });
  quiz.mistakes = {{"not_normalised", exps[0]},
                   {"divided_by_the_others", exps[0] / (exps[1] + exps[2])},
                   {"divided_by_the_largest", exps[0] / std::max(exps[0], std::max(exps[1], exps[2]))},
                   {"divided_by_how_many", exps[0] / 3}};
  return quiz;
}

Quiz mixed_value(Random& random) {
  const auto shares =
      pick(random, std::array<std::array<float, 3>, 4>{
                       {{0.5f, 0.25f, 0.25f}, {0.6f, 0.3f, 0.1f}, {0.8f, 0.1f, 0.1f}, {0.25f, 0.5f, 0.25f}}});
  for (;;) {
    const Matrix<float> weights = row_of(shares);
    const Matrix<float> v = small_integers(random, 3, 1, 0, 8) * 2;
    const float output = (weights * v).value();
    Index top = 0;
    weights.row(0).maxCoeff(&top);
    Quiz quiz;
    quiz.mistakes = {{"only_the_top", v(top, 0)}, {"plain_average", v.mean()}, {"plain_sum", v.sum()}};
    if (!telling(quiz.mistakes, output)) continue;
    quiz.ledger.enter("weights", weights);
    quiz.ledger.enter("v", v);
    quiz.ledger.enter("answer", output, [](Index, Index) {
      return Origin{
          Operation::dot,
          {{"weights", 0, 0}, {"v", 0, 0}, {"weights", 0, 1}, {"v", 1, 0}, {"weights", 0, 2}, {"v", 2, 0}}};
    });
    return quiz;
  }
}

struct Entry {
  std::string_view name;
  QuizKind kind;
  Quiz (*make)(Random&);
};

constexpr std::array<Entry, 5> quizzes{{{"equal_share", QuizKind::equal_share, equal_share},
                                        {"best_key", QuizKind::best_key, best_key},
                                        {"scaled_score", QuizKind::scaled_score, scaled_score},
                                        {"one_share", QuizKind::one_share, one_share},
                                        {"mixed_value", QuizKind::mixed_value, mixed_value}}};

}  // namespace

QuizKind quiz_kind(std::string_view name) {
  for (const Entry& entry : quizzes) {
    if (entry.name == name) return entry.kind;
  }
  throw Error(ErrorCode::unknown_name, {{"name", std::string("quiz")}, {"value", std::string(name)}},
              "quiz: there is none called '" + std::string(name) + "'");
}

Quiz make_quiz(QuizKind kind, std::uint64_t seed) {
  Random random(seed);
  for (const Entry& entry : quizzes) {
    if (entry.kind == kind) return entry.make(random);
  }
  return {};
}

Mark mark(const Quiz& quiz, std::string_view typed) {
  const double number = parse_number(typed);
  if (same_number(number, quiz.ledger.values("answer")(0, 0))) return {true, ""};
  for (const Mistake& mistake : quiz.mistakes) {
    if (same_number(number, mistake.result)) return {false, mistake.name};
  }
  return {false, ""};
}

}  // namespace attn
