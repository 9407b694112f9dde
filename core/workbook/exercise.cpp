#include "core/workbook/exercise.h"

#include <cmath>

#include "core/tensor/check.h"
#include "core/tensor/random.h"
#include "core/tensor/rules.h"
#include "core/workbook/marking.h"
#include "core/workbook/number.h"
#include "core/workbook/steps.h"

namespace attn {
namespace {

constexpr Index n = 3, d_k = 4, d_v = 2;
constexpr double rounding = 0.0051;  // two decimals are enough

// ── Making ──────────────────────────────────────────────────────────────────────────────────────

/// Whole scaled scores, none so large that its exponential needs a large display, and not all the same.
bool by_hand(const Matrix<float>& q, const Matrix<float>& k) {
  const Matrix<float> scores = q * k.transpose();
  for (Index i = 0; i < scores.size(); ++i) {
    const auto score = static_cast<int>(scores.data()[i]);
    if (score % 2 != 0 || score < -4 || score > 6) return false;
  }
  return (scores.rowwise().maxCoeff() - scores.rowwise().minCoeff()).minCoeff() > 0;
}

void draw_head(Sheet& given, Random& random, const std::string& prefix, Index n_q) {
  for (;;) {
    const Matrix<float> q = small_integers(random, n_q, d_k, -1, 2);
    const Matrix<float> k = small_integers(random, n, d_k, -1, 2);
    if (!by_hand(q, k)) continue;
    given[prefix + "q"] = q.cast<double>();
    given[prefix + "k"] = k.cast<double>();
    given[prefix + "v"] = small_integers(random, n, d_v, 0, 9).cast<double>();
    return;
  }
}

Sheet draw(ExerciseLevel level, Random& random) {
  Sheet given;
  given["d_k"] = Matrix<double>{{static_cast<double>(d_k)}};
  if (level == ExerciseLevel::two_heads) {
    draw_head(given, random, "a.", 1);
    draw_head(given, random, "b.", 1);
    given["w_o"] = small_integers(random, 2 * d_v, d_v, -1, 2).cast<double>();
    return given;
  }
  const Index n_q = level == ExerciseLevel::masked ? 2 : 1;
  draw_head(given, random, "", n_q);
  if (level == ExerciseLevel::masked) {
    given["mask"] = Matrix<double>::Ones(n_q, n);
    for (Index i = 0; i < n_q; ++i) given["mask"](i, static_cast<Index>(random.below(n))) = 0;
  }
  return given;
}

Sheet solved(Sheet sheet, const std::vector<Step>& steps) {
  for (const Step& step : steps) sheet[step.name] = step.right(sheet);
  return sheet;
}

bool distinct_somewhere(const Matrix<double>& a, const Matrix<double>& b) {
  for (Index i = 0; i < a.size(); ++i) {
    if (distinct(a.data()[i], b.data()[i], rounding)) return true;
  }
  return false;
}

/// Can each mistake be told from the right result and from every other mistake?
bool telling(const Sheet& solution, const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    std::vector<Matrix<double>> results{solution.at(step.name)};
    if (step.also_right) results.push_back(step.also_right(solution));
    const std::size_t right_ones = results.size();
    for (const NamedCompute& mistake : step.mistakes) results.push_back(mistake.compute(solution));
    for (std::size_t i = right_ones; i < results.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!distinct_somewhere(results[i], results[j])) return false;
      }
    }
  }
  return true;
}

// ── The ledger ──────────────────────────────────────────────────────────────────────────────────

Matrix<float> entry(const Sheet& sheet, const std::string& name) { return sheet.at(name).cast<float>(); }

void enter_head(Ledger& ledger, const Sheet& sheet, const std::string& prefix) {
  const bool is_masked = sheet.count("mask") != 0;
  for (const char* name : {"q", "k", "v"}) ledger.enter(prefix + name, entry(sheet, prefix + name));
  ledger.enter(prefix + "scores", entry(sheet, prefix + "scores"),
               rules::row_by_row(prefix + "q", prefix + "k", d_k));
  ledger.enter(prefix + "scaled", entry(sheet, prefix + "scaled"),
               [scores = prefix + "scores"](Index i, Index j) {
                 return Ledger::Origin{Operation::over_root, {{scores, i, j}, {"d_k", 0, 0}}};
               });
  if (is_masked) {
    ledger.enter("mask", entry(sheet, "mask"));
    const Matrix<float> scaled = entry(sheet, "scaled");
    const Mask visible = sheet.at("mask").array() != 0;
    ledger.enter("masked",
                 visible.select(scaled, Matrix<float>::Constant(scaled.rows(), scaled.cols(), -INFINITY)),
                 rules::cell_by_cell(Operation::mask, {"scaled", "mask"}));
  }
  ledger.enter(prefix + "exps", entry(sheet, prefix + "exps"),
               rules::cell_by_cell(Operation::exponential, {is_masked ? "masked" : prefix + "scaled"}));
  ledger.enter(prefix + "sums", entry(sheet, prefix + "sums"),
               rules::along_row(Operation::sum, prefix + "exps", n));
  ledger.enter(prefix + "weights", entry(sheet, prefix + "weights"),
               [exps = prefix + "exps", sums = prefix + "sums"](Index i, Index j) {
                 return Ledger::Origin{Operation::normalised, {{exps, i, j}, {sums, i, 0}}};
               });
  ledger.enter(prefix + "output", entry(sheet, prefix + "output"),
               rules::row_by_column(prefix + "weights", prefix + "v", n));
}

Ledger ledger_of(const Sheet& sheet, ExerciseLevel level) {
  Ledger ledger;
  ledger.enter("d_k", entry(sheet, "d_k"));
  if (level != ExerciseLevel::two_heads) {
    enter_head(ledger, sheet, "");
    return ledger;
  }
  enter_head(ledger, sheet, "a.");
  enter_head(ledger, sheet, "b.");
  ledger.enter("concat", entry(sheet, "concat"), [](Index i, Index c) {
    return Ledger::Origin{Operation::sum, {{c < d_v ? "a.output" : "b.output", i, c % d_v}}};
  });
  ledger.enter("w_o", entry(sheet, "w_o"));
  ledger.enter("output", entry(sheet, "output"), rules::row_by_column("concat", "w_o", 2 * d_v));
  return ledger;
}

// ── Marking ─────────────────────────────────────────────────────────────────────────────────────

struct Typed {
  Verdict verdict = Verdict::empty;  // empty, unreadable, or (until it is marked) wrong
  double number = 0;
};

Typed read(const std::string& text) {
  if (text.find_first_not_of(" \t\u3000") == std::string::npos) return {};
  try {
    return {Verdict::wrong, parse_number(text)};
  } catch (const Error&) {
    return {Verdict::unreadable, 0};
  }
}

/// Does every number typed into this step equal the result?
bool all_equal(const std::vector<Typed>& typed, const Matrix<double>& result) {
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (typed[i].verdict == Verdict::wrong && !same_number(typed[i].number, result.data()[i], rounding))
      return false;
  }
  return true;
}

std::string mistake_in(const Step& step, const std::vector<Typed>& typed, const Sheet& own,
                       const Sheet& solution) {
  for (const Sheet* sheet : {&own, &solution}) {
    for (const NamedCompute& mistake : step.mistakes) {
      if (all_equal(typed, mistake.compute(*sheet))) return mistake.mistake;
    }
  }
  return {};
}

/// Marks one step. `own` holds the learner's earlier numbers and gets the numbers of this one: what was
/// typed, and where nothing was, what follows.
std::vector<FieldMark> mark_step(const Step& step, const std::vector<Typed>& typed, Sheet& own,
                                 const Sheet& solution, bool slipped_before) {
  Matrix<double> followed = step.right(own);
  if (step.also_right && !all_equal(typed, followed)) {
    const Matrix<double> other_way = step.also_right(own);
    if (all_equal(typed, other_way)) followed = other_way;
  }
  const std::string mistake = mistake_in(step, typed, own, solution);

  std::vector<FieldMark> marks;
  Matrix<double> numbers = followed;
  for (std::size_t i = 0; i < typed.size(); ++i) {
    FieldMark mark{typed[i].verdict, {}};
    if (mark.verdict == Verdict::wrong) {
      if (same_number(typed[i].number, solution.at(step.name).data()[i], rounding))
        mark.verdict = Verdict::right;
      else if (same_number(typed[i].number, followed.data()[i], rounding))
        // Before any slip a number may differ from the solution by the learner's rounding, or another way.
        mark.verdict = slipped_before ? Verdict::follows : Verdict::right;
      else
        mark.mistake = mistake;
      numbers.data()[i] = typed[i].number;
    }
    marks.push_back(std::move(mark));
  }
  own[step.name] = numbers;
  return marks;
}

/// Everything in the ledger that is not to be filled in.
Sheet given_in(const Exercise& exercise) {
  Sheet sheet;
  for (const Ledger::Entry& given : exercise.ledger.entries()) {
    if (!given.rule) sheet[given.name] = given.values.cast<double>();
  }
  return sheet;
}

}  // namespace

ExerciseLevel exercise_level(std::string_view name) {
  if (name == "one_query") return ExerciseLevel::one_query;
  if (name == "masked") return ExerciseLevel::masked;
  if (name == "two_heads") return ExerciseLevel::two_heads;
  throw Error(ErrorCode::unknown_name, {{"name", std::string("level")}, {"value", std::string(name)}},
              "level: expected one_query, masked or two_heads, got '" + std::string(name) + "'");
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::empty: return "empty";
    case Verdict::unreadable: return "unreadable";
    case Verdict::right: return "right";
    case Verdict::follows: return "follows";
    case Verdict::wrong: return "wrong";
  }
  return "unknown";
}

Exercise make_exercise(ExerciseLevel level, std::uint64_t seed) {
  const std::vector<Step> steps = steps_of(level);
  Random random(seed);
  for (;;) {
    const Sheet sheet = solved(draw(level, random), steps);
    if (!telling(sheet, steps)) continue;
    Exercise exercise{level, ledger_of(sheet, level), {}};
    for (const Step& step : steps) {
      const Matrix<double>& result = sheet.at(step.name);
      const std::vector<CellRef> cells = rules::all_cells(step.name, result.rows(), result.cols());
      exercise.fields.insert(exercise.fields.end(), cells.begin(), cells.end());
    }
    return exercise;
  }
}

ExerciseMark mark(const Exercise& exercise, const std::vector<std::string>& typed) {
  check_extent("typed", "texts", static_cast<Index>(typed.size()), static_cast<Index>(exercise.fields.size()),
               "the fields");
  const std::vector<Step> steps = steps_of(exercise.level);
  const Sheet given = given_in(exercise);
  const Sheet solution = solved(given, steps);
  Sheet own = given;

  ExerciseMark result;
  for (const Step& step : steps) {
    std::vector<Typed> numbers;
    for (Index i = 0; i < solution.at(step.name).size(); ++i)
      numbers.push_back(read(typed[result.fields.size() + numbers.size()]));
    for (FieldMark& field : mark_step(step, numbers, own, solution, result.first_wrong.has_value())) {
      if (field.verdict == Verdict::wrong && !result.first_wrong)
        result.first_wrong = static_cast<Index>(result.fields.size());
      result.fields.push_back(std::move(field));
    }
  }
  result.complete = true;
  for (const FieldMark& field : result.fields) result.complete &= field.verdict == Verdict::right;
  return result;
}

}  // namespace attn
