// The ledger of a reading: where each number of the walk comes from.
#pragma once

#include "core/attention/attention.h"
#include "core/chat/reading.h"

namespace attn {

/// The features and matrices a reading starts from.
struct ReadingInputs {
  Matrix<float> question_features;  // [1 × 16]
  Matrix<float> features;           // [n × 16]
  float gain = 0;                   // the one stated gain: w_q is proportional to it
  Matrix<float> w_q, w_k, w_v;      // [16 × 9], [16 × 9], [16 × 6]
};

/// Enters "w_q_pattern" (as written by hand) and "w_q" = gain · w_q_pattern, with `prefix` before both names;
/// the entry "gain" must be there.
/// @param w_q the pattern times the gain; @param pattern of the same shape
void enter_w_q(Ledger& ledger, const Matrix<float>& w_q, const Matrix<float>& pattern,
               const std::string& prefix = "");

/// Writes the entries documented at `Reading::ledger`.
/// @param order rows by falling weight; @param picked distinct rows the learner chose
Ledger reading_ledger(const ReadingInputs& inputs, const AttentionTrace<float>& trace,
                      const AttentionOptions& options, const std::vector<Index>& order,
                      const std::vector<Index>& picked);

}  // namespace attn
