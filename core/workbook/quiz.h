// The question at the end of each chapter: small numbers a pupil can handle, marked by the engine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/ledger.h"

namespace attn {

/// What is asked, and the ledger entries that state it. The right result is the entry "answer" [1×1].
enum class QuizKind {
  equal_share,         // whole messages: everything shared out evenly, how much does one message get?
  best_key,            // q [1×4] k [3×4] scores [1×3]: which Key fits best? (1, 2 or 3)
  scaled_score,        // q k [1×4] d_k scores: what is q·k/√d_k?
  one_share,           // exps [1×3] sums: what share does the first get?
  mixed_value,         // weights [1×3] v [3×1]: what is the output?
  renormalised_share,  // weights [1×3]: erase the first; what does the second get of what is left?
  concat_width,        // h d_v: h heads side by side, how many places has the concatenation?
  causal_count,        // messages, visible [1×messages]: how many of all pairs does a causal mask leave?
};

/// The kind spelled "equal_share", "best_key", …
/// @throws Error(unknown_name)
QuizKind quiz_kind(std::string_view name);

/// A result somebody gets who makes one particular mistake.
struct Mistake {
  std::string name;  // for example "not_scaled"
  double result;
};

struct Quiz {
  Ledger ledger;
  std::vector<Mistake> mistakes;  // each gives something else, and none the right result
};

/// The same seed gives the same numbers, natively and in the browser.
Quiz make_quiz(QuizKind kind, std::uint64_t seed);

struct Mark {
  bool right = false;
  std::string mistake;  // the mistake that gives just this result, or empty
};

/// Marks what a learner typed (see `parse_number`); one part in a hundred off is right, so that rounding is
/// allowed.
/// @throws Error(not_a_number)
Mark mark(const Quiz& quiz, std::string_view typed);

}  // namespace attn
