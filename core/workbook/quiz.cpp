#include "core/workbook/quiz.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/tensor/check.h"
#include "core/tensor/random.h"
#include "core/tensor/rules.h"
#include "core/workbook/marking.h"
#include "core/workbook/number.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;

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
    quiz.ledger.enter("scores", scores, rules::row_by_row("q", "k", 4));
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
    quiz.ledger.enter("scores", score, rules::row_by_row("q", "k", 4));
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
                   {"divided_by_how_many", exps[0] / 3},
                   {"percent_forgotten", 100. * exps[0] / sum}};
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

Quiz renormalised_share(Random& random) {
  const auto shares = pick(random, std::array<std::array<float, 3>, 5>{{{0.8f, 0.15f, 0.05f},
                                                                        {0.6f, 0.3f, 0.1f},
                                                                        {0.75f, 0.2f, 0.05f},
                                                                        {0.6f, 0.1f, 0.3f},
                                                                        {0.8f, 0.05f, 0.15f}}});
  const float rest = shares[1] + shares[2];
  Quiz quiz;
  quiz.ledger.enter("weights", row_of(shares));
  quiz.ledger.enter("rest", rest, [](Index, Index) {
    return Origin{Operation::sum, {{"weights", 0, 1}, {"weights", 0, 2}}};
  });
  quiz.ledger.enter("answer", shares[1] / rest, [](Index, Index) {
    return Origin{Operation::quotient, {{"weights", 0, 1}, {"rest", 0, 0}}};
  });
  quiz.mistakes = {{"not_renormalised", shares[1]},
                   {"divided_by_the_erased", shares[1] / shares[0]},
                   {"gap_shared_evenly", shares[1] + shares[0] / 2},
                   {"percent_forgotten", 100. * shares[1] / rest}};
  return quiz;
}

Quiz concat_width(Random& random) {
  for (;;) {
    const float h = pick(random, std::array{2.f, 3.f, 4.f, 6.f, 8.f});
    const float d_v = pick(random, std::array{4.f, 5.f, 6.f, 8.f, 10.f, 16.f, 64.f});
    Quiz quiz;
    quiz.mistakes = {{"heads_added", d_v}, {"counts_added", h + d_v}, {"one_number_a_head", h}};
    if (!telling(quiz.mistakes, h * d_v)) continue;
    quiz.ledger.enter("h", h);
    quiz.ledger.enter("d_v", d_v);
    quiz.ledger.enter("answer", h * d_v, [](Index, Index) {
      return Origin{Operation::product, {{"h", 0, 0}, {"d_v", 0, 0}}};
    });
    return quiz;
  }
}

Quiz causal_count(Random& random) {
  const int messages = 4 + static_cast<int>(random.below(7));
  Matrix<float> visible(1, messages);
  for (int i = 0; i < messages; ++i) visible(0, i) = static_cast<float>(i + 1);
  const double n = messages;
  Quiz quiz;
  quiz.ledger.enter("messages", static_cast<float>(messages));
  quiz.ledger.enter("visible", visible);
  quiz.ledger.enter("answer", visible.sum(), [messages](Index, Index) {
    Origin origin{Operation::sum, {}};
    for (Index i = 0; i < messages; ++i) origin.operands.push_back({"visible", 0, i});
    return origin;
  });
  quiz.mistakes = {
      {"nothing_hidden", n * n}, {"itself_forgotten", n * (n - 1) / 2}, {"half_of_all", n * n / 2}};
  return quiz;
}

struct Entry {
  std::string_view name;
  QuizKind kind;
  Quiz (*make)(Random&);
};

constexpr std::array quizzes{Entry{"equal_share", QuizKind::equal_share, equal_share},
                             Entry{"best_key", QuizKind::best_key, best_key},
                             Entry{"scaled_score", QuizKind::scaled_score, scaled_score},
                             Entry{"one_share", QuizKind::one_share, one_share},
                             Entry{"mixed_value", QuizKind::mixed_value, mixed_value},
                             Entry{"renormalised_share", QuizKind::renormalised_share, renormalised_share},
                             Entry{"concat_width", QuizKind::concat_width, concat_width},
                             Entry{"causal_count", QuizKind::causal_count, causal_count}};

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
