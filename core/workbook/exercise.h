// The workbook: attention by hand, with three messages and small whole numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/ledger.h"

namespace attn {

/// What is given, and what is to be filled in, in this order. n = 3 messages, d_k = 4, d_v = 2; every scaled
/// score is a whole number from −2 to 3. Here `exps` are e^scaled, as on a pocket calculator; whoever
/// subtracts the maximum first is right too.
enum class ExerciseLevel {
  one_query,  // q [1×4] k [3×4] v [3×2] d_k → scores scaled exps [1×3] sums [1×1] weights [1×3] output [1×2]
  masked,     // q [2×4] and mask [2×3], each Query with one message hidden → the same with two rows
  two_heads,  // for each head X of a, b: X.q X.k X.v, and w_o [4×2] → X.scores … X.output, concat [1×4],
              // output [1×2]
};

/// The level spelled "one_query", "masked" or "two_heads".
/// @throws Error(unknown_name)
ExerciseLevel exercise_level(std::string_view name);

struct Exercise {
  ExerciseLevel level = ExerciseLevel::one_query;
  /// What is given and the solution, each cell with its origin. For `masked` also "masked" (the scaled
  /// scores, −∞ where hidden), which is not asked for.
  Ledger ledger;
  /// The cells to fill in, step by step, each row by row.
  std::vector<CellRef> fields;
};

/// The same seed gives the same numbers, natively and in the browser. They are such that no usual mistake
/// gives the right result, and no two give the same.
Exercise make_exercise(ExerciseLevel level, std::uint64_t seed);

enum class Verdict {
  empty,       // nothing typed
  unreadable,  // not a number
  right,
  follows,  // not the solution, but right for what the learner had before: the mistake was made earlier
  wrong,
};

/// The verdict as it is spelled across the door, for example "follows".
std::string_view to_string(Verdict verdict);

struct FieldMark {
  Verdict verdict = Verdict::empty;
  /// The mistake that gives just these numbers in the whole step, or empty: not_scaled, divided_by_d_k,
  /// without_exp, not_normalised, wrong_axis, mask_forgotten, mask_after_softmax, keys_mixed, plain_average,
  /// transposed, heads_added, heads_swapped, w_o_forgotten.
  std::string mistake;
};

struct ExerciseMark {
  std::vector<FieldMark> fields;     // in the order of Exercise::fields
  std::optional<Index> first_wrong;  // index of the first field that is wrong, if any
  bool complete = false;             // every field is right
};

/// Marks what was typed into every field (see `parse_number`; empty for not yet). A number is right within
/// one part in a hundred, or half a unit of the second decimal. Each step is held against the solution, then
/// against what follows from the learner's own earlier numbers, then against the usual mistakes made with
/// either, so that one slip costs one mark.
/// @throws Error(shape_mismatch) unless there is one text a field
ExerciseMark mark(const Exercise& exercise, const std::vector<std::string>& typed);

}  // namespace attn
