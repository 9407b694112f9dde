#include "core/workbook/exercise.h"

#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/attention/multi_head.h"
#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr ExerciseLevel levels[] = {ExerciseLevel::one_query, ExerciseLevel::masked,
                                    ExerciseLevel::two_heads};
constexpr std::uint64_t seeds = 100;

std::string digits(double number, const char* format = "%.9g") {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

// A learner's sheet: the solution, on which single steps can be done differently.
class Learner {
 public:
  explicit Learner(const Exercise& exercise) : exercise_(exercise) {
    for (const CellRef& field : exercise.fields) fill(field.tensor, value(field.tensor));
  }

  Matrix<double> value(const std::string& name) const {
    const auto found = written_.find(name);
    return found != written_.end() ? found->second : exercise_.ledger.values(name).cast<double>();
  }

  void fill(const std::string& name, const Matrix<double>& numbers) { written_[name] = numbers; }

  // Goes on correctly from `exps`, from whatever is written there.
  void go_on_from_exps() {
    fill("sums", value("exps").rowwise().sum());
    go_on_from_sums();
  }
  void go_on_from_sums() {
    Matrix<double> weights = value("exps");
    for (Index i = 0; i < weights.rows(); ++i) weights.row(i) /= value("sums")(i, 0);
    fill("weights", weights);
    go_on_from_weights();
  }
  void go_on_from_weights() { fill("output", value("weights") * value("v")); }

  std::vector<std::string> typed(const char* format = "%.9g") const {
    std::vector<std::string> texts;
    for (const CellRef& field : exercise_.fields)
      texts.push_back(digits(value(field.tensor)(field.row, field.col), format));
    return texts;
  }

  ExerciseMark marked() const { return mark(exercise_, typed()); }

 private:
  const Exercise& exercise_;
  std::map<std::string, Matrix<double>> written_;
};

Index count(const ExerciseMark& mark, Verdict verdict) {
  Index found = 0;
  for (const FieldMark& field : mark.fields) found += field.verdict == verdict;
  return found;
}

std::string first_wrong_step(const Exercise& exercise, const ExerciseMark& mark) {
  return mark.first_wrong ? exercise.fields[static_cast<std::size_t>(*mark.first_wrong)].tensor : "";
}

std::string first_mistake(const ExerciseMark& mark) {
  return mark.first_wrong ? mark.fields[static_cast<std::size_t>(*mark.first_wrong)].mistake : "";
}

template <class Check>
void for_seeds(ExerciseLevel level, Check check) {
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    CAPTURE(seed);
    check(make_exercise(level, seed));
  }
}

// Does `slip` on one step of every exercise of the level, and expects it to be found there, named, and
// punished once: nothing after it is wrong.
void expect_named(ExerciseLevel level, const std::string& step, const std::string& mistake,
                  const std::function<void(Learner&)>& slip) {
  CAPTURE(mistake);
  for_seeds(level, [&](const Exercise& exercise) {
    Learner learner(exercise);
    slip(learner);
    const ExerciseMark marks = learner.marked();
    REQUIRE(first_wrong_step(exercise, marks) == step);
    REQUIRE(first_mistake(marks) == mistake);
    REQUIRE(!marks.complete);
    for (std::size_t i = 0; i < marks.fields.size(); ++i) {
      if (exercise.fields[i].tensor != step) REQUIRE(marks.fields[i].verdict != Verdict::wrong);
    }
  });
}

Matrix<double> exp_of(const Matrix<double>& x) { return x.array().exp(); }

Matrix<double> shares(const Matrix<double>& x) {
  Matrix<double> result = x;
  for (Index i = 0; i < x.rows(); ++i) result.row(i) /= x.row(i).sum();
  return result;
}

}  // namespace

// ── The exercises ───────────────────────────────────────────────────────────────────────────────

TEST_CASE("every cell of every exercise follows from its operands, and every field is derived") {
  for (ExerciseLevel level : levels) {
    for_seeds(level, [](const Exercise& exercise) {
      REQUIRE(first_wrong_cell(exercise.ledger) == "");
      for (const CellRef& field : exercise.fields)
        REQUIRE(exercise.ledger.operands(field).operation != Operation::given);
    });
  }
}

TEST_CASE("an exercise has small whole numbers and whole scaled scores") {
  for (ExerciseLevel level : levels) {
    for_seeds(level, [&](const Exercise& exercise) {
      for (const Ledger::Entry& entry : exercise.ledger.entries()) {
        if (entry.rule) continue;
        for (Index i = 0; i < entry.values.size(); ++i) {
          const float x = entry.values.data()[i];
          REQUIRE(x == std::round(x));
          REQUIRE(std::abs(x) <= 9);
        }
      }
      const Matrix<float>& scaled =
          exercise.ledger.values(level == ExerciseLevel::two_heads ? "a.scaled" : "scaled");
      REQUIRE((scaled.array() == scaled.array().round()).all());
      REQUIRE(scaled.maxCoeff() <= 3);
      REQUIRE(scaled.minCoeff() >= -2);
    });
  }
}

TEST_CASE("the solution is what the engine's own attention gives") {
  for (ExerciseLevel level : {ExerciseLevel::one_query, ExerciseLevel::masked}) {
    for_seeds(level, [&](const Exercise& exercise) {
      const Ledger& ledger = exercise.ledger;
      AttentionOptions options;
      if (level == ExerciseLevel::masked) options.mask = ledger.values("mask").array() != 0;
      const AttentionTrace<float> trace =
          attention(ledger.values("q"), ledger.values("k"), ledger.values("v"), options);
      REQUIRE(distance(trace.scaled, ledger.values("scaled")) == 0);
      REQUIRE(distance(trace.weights, ledger.values("weights")) < 1e-6);
      REQUIRE(distance(trace.output, ledger.values("output")) < 1e-5);
    });
  }
  for_seeds(ExerciseLevel::two_heads, [](const Exercise& exercise) {
    const auto values = [&](const char* name) { return exercise.ledger.values(name); };
    const Matrix<float> a = attention<float>(values("a.q"), values("a.k"), values("a.v")).output;
    const Matrix<float> b = attention<float>(values("b.q"), values("b.k"), values("b.v")).output;
    Matrix<float> concat(1, 4);
    concat << a, b;
    REQUIRE(distance<float, float>(concat * values("w_o"), values("output")) < 2e-5);
  });
}

TEST_CASE("the same seed gives the same exercise, and other seeds others") {
  for (ExerciseLevel level : levels) {
    const Exercise a = make_exercise(level, 7), b = make_exercise(level, 7), c = make_exercise(level, 8);
    const char* q = level == ExerciseLevel::two_heads ? "a.q" : "q";
    CHECK(same(a.ledger.values("output"), b.ledger.values("output")));
    CHECK(!(same(a.ledger.values(q), c.ledger.values(q)) &&
            same(a.ledger.values("output"), c.ledger.values("output"))));
  }
}

TEST_CASE("how many numbers a level asks for") {
  CHECK(make_exercise(ExerciseLevel::one_query, 1).fields.size() == 15);
  CHECK(make_exercise(ExerciseLevel::masked, 1).fields.size() == 30);
  CHECK(make_exercise(ExerciseLevel::two_heads, 1).fields.size() == 36);
}

// ── Right ───────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("the solution is right, also to two decimals") {
  for (ExerciseLevel level : levels) {
    for_seeds(level, [](const Exercise& exercise) {
      for (const char* format : {"%.9g", "%.3f", "%.2f"}) {
        const ExerciseMark marks = mark(exercise, Learner(exercise).typed(format));
        REQUIRE(marks.complete);
        REQUIRE(!marks.first_wrong);
        REQUIRE(count(marks, Verdict::right) == static_cast<Index>(exercise.fields.size()));
      }
    });
  }
}

TEST_CASE("who subtracts the maximum first is right all the way") {
  for_seeds(ExerciseLevel::one_query, [](const Exercise& exercise) {
    Learner learner(exercise);
    learner.fill("exps", exp_of(learner.value("scaled").array() - learner.value("scaled").maxCoeff()));
    learner.go_on_from_exps();
    REQUIRE(learner.marked().complete);
  });
}

TEST_CASE("numbers may be typed as fractions, percentages and with a comma") {
  const Exercise exercise = make_exercise(ExerciseLevel::one_query, 3);
  std::vector<std::string> typed = Learner(exercise).typed("%.4f");
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (exercise.fields[i].tensor == "scores") typed[i] += "/1";
    if (exercise.fields[i].tensor == "scaled") typed[i].replace(typed[i].find('.'), 1, ",");
    if (exercise.fields[i].tensor == "weights")
      typed[i] =
          digits(100 * static_cast<double>(exercise.ledger.values("weights")(0, exercise.fields[i].col))) +
          " %";
  }
  CHECK(mark(exercise, typed).complete);
}

TEST_CASE("what is empty or unreadable is neither right nor wrong, and does not count against what follows") {
  const Exercise exercise = make_exercise(ExerciseLevel::one_query, 4);
  std::vector<std::string> typed = Learner(exercise).typed();
  for (std::size_t i = 0; i < 6; ++i) typed[i] = i < 3 ? "" : "two";
  const ExerciseMark marks = mark(exercise, typed);
  CHECK(count(marks, Verdict::empty) == 3);
  CHECK(count(marks, Verdict::unreadable) == 3);
  CHECK(count(marks, Verdict::right) == 9);
  CHECK(!marks.first_wrong);
  CHECK(!marks.complete);
  CHECK(count(mark(exercise, std::vector<std::string>(15, " ")), Verdict::empty) == 15);
}

// ── Wrong ───────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("the usual mistakes are found where they are made, named, and punished once") {
  for (ExerciseLevel level : {ExerciseLevel::one_query, ExerciseLevel::masked}) {
    const auto visible = [level](const Learner& learner, const Matrix<double>& x) {
      return level == ExerciseLevel::masked ? Matrix<double>(x.cwiseProduct(learner.value("mask"))) : x;
    };
    const auto from_scaled = [&](Learner& learner, const Matrix<double>& scaled) {
      learner.fill("scaled", scaled);
      learner.fill("exps", visible(learner, exp_of(scaled)));
      learner.go_on_from_exps();
    };
    expect_named(level, "scaled", "not_scaled", [&](Learner& l) { from_scaled(l, l.value("scores")); });
    expect_named(level, "scaled", "divided_by_d_k",
                 [&](Learner& l) { from_scaled(l, l.value("scores") / 4); });
    expect_named(level, "exps", "without_exp", [&](Learner& l) {
      l.fill("exps", visible(l, l.value("scaled")));
      l.fill("sums", l.value("exps").rowwise().sum());
    });
    expect_named(level, "weights", "not_normalised", [](Learner& l) {
      l.fill("weights", l.value("exps"));
      l.go_on_from_weights();
    });
    expect_named(level, "weights", "wrong_axis", [](Learner& l) {
      Matrix<double> weights = l.value("exps");
      for (Index j = 0; j < 3; ++j) {
        if (weights.col(j).sum() != 0) weights.col(j) /= weights.col(j).sum();
      }
      l.fill("weights", weights);
      l.go_on_from_weights();
    });
    expect_named(level, "output", "keys_mixed",
                 [](Learner& l) { l.fill("output", l.value("weights") * l.value("k").leftCols(2)); });
  }
}

TEST_CASE("shares of the scores themselves, without exp, are named where the sum is not 0") {
  for_seeds(ExerciseLevel::one_query, [](const Exercise& exercise) {
    Learner learner(exercise);
    if (learner.value("scaled").sum() == 0) return;
    learner.fill("weights", shares(learner.value("scaled")));
    learner.go_on_from_weights();
    REQUIRE(first_mistake(learner.marked()) == "without_exp");
  });
}

TEST_CASE("a mask forgotten, and a mask applied after softmax without sharing out again, are two mistakes") {
  expect_named(ExerciseLevel::masked, "exps", "mask_forgotten", [](Learner& l) {
    l.fill("exps", exp_of(l.value("scaled")));
    l.go_on_from_exps();
  });
  expect_named(ExerciseLevel::masked, "weights", "mask_after_softmax", [](Learner& l) {
    l.fill("weights", shares(exp_of(l.value("scaled"))).cwiseProduct(l.value("mask")));
    l.go_on_from_weights();
  });
  expect_named(ExerciseLevel::masked, "weights", "mask_forgotten", [](Learner& l) {
    l.fill("weights", shares(exp_of(l.value("scaled"))));
    l.go_on_from_weights();
  });
}

TEST_CASE("rows and columns of the output swapped are named") {
  expect_named(ExerciseLevel::masked, "output", "transposed",
               [](Learner& l) { l.fill("output", Matrix<double>(l.value("output").transpose())); });
}

TEST_CASE("heads added instead of concatenated are named, whether the sum is written once or twice") {
  const auto added = [](const Learner& l) {
    return Matrix<double>(l.value("a.output") + l.value("b.output"));
  };
  expect_named(ExerciseLevel::two_heads, "concat", "heads_added", [&](Learner& l) {
    Matrix<double> twice(1, 4);
    twice << added(l), added(l);
    l.fill("concat", twice);
    l.fill("output", twice * l.value("w_o"));
  });
  for_seeds(ExerciseLevel::two_heads, [&](const Exercise& exercise) {
    const Learner learner(exercise);
    std::vector<std::string> typed = learner.typed();
    typed[30] = digits(added(learner)(0, 0));
    typed[31] = digits(added(learner)(0, 1));
    typed[32] = typed[33] = "";
    REQUIRE(first_mistake(mark(exercise, typed)) == "heads_added");
  });
  expect_named(ExerciseLevel::two_heads, "output", "heads_added",
               [&](Learner& l) { l.fill("output", added(l)); });
  expect_named(ExerciseLevel::two_heads, "output", "w_o_forgotten",
               [](Learner& l) { l.fill("output", l.value("concat").leftCols(2)); });
}

TEST_CASE("a step left out does not hide the mistake in it") {
  for_seeds(ExerciseLevel::one_query, [](const Exercise& exercise) {
    Learner learner(exercise);
    learner.fill("exps", exp_of(learner.value("scores")));
    learner.go_on_from_exps();
    std::vector<std::string> typed = learner.typed();
    for (std::size_t i = 3; i < 6; ++i) typed[i] = "";
    const ExerciseMark marks = mark(exercise, typed);
    REQUIRE(first_wrong_step(exercise, marks) == "exps");
    REQUIRE(first_mistake(marks) == "not_scaled");
  });
}

TEST_CASE("a slip nobody has a name for is wrong once, and what follows from it follows") {
  for_seeds(ExerciseLevel::one_query, [](const Exercise& exercise) {
    Learner learner(exercise);
    Matrix<double> scores = learner.value("scores");
    scores(0, 1) += 2;
    learner.fill("scores", scores);
    learner.fill("scaled", scores / 2);
    learner.fill("exps", exp_of(scores / 2));
    learner.go_on_from_exps();
    const ExerciseMark marks = learner.marked();
    REQUIRE(*marks.first_wrong == 1);
    REQUIRE(marks.fields[1].mistake.empty());
    REQUIRE(count(marks, Verdict::wrong) == 1);
    REQUIRE(count(marks, Verdict::follows) >= 3);
  });
}

TEST_CASE("two independent slips are two wrong fields") {
  const Exercise exercise = make_exercise(ExerciseLevel::one_query, 5);
  std::vector<std::string> typed = Learner(exercise).typed();
  typed[0] = "99";
  typed[14] = "-99";
  // What is right stays right, even where it does not follow from the slip before it.
  CHECK(count(mark(exercise, typed), Verdict::wrong) == 2);
}

TEST_CASE("one text a field, and known levels only") {
  const Exercise exercise = make_exercise(ExerciseLevel::one_query, 1);
  CHECK(error_of([&] { mark(exercise, {"1"}); }).code() == ErrorCode::shape_mismatch);
  CHECK(exercise_level("masked") == ExerciseLevel::masked);
  CHECK(text_of(error_of([] { exercise_level("hard"); }), "value") == "hard");
  CHECK(to_string(Verdict::follows) == "follows");
}
