// One question put to one chat: features, Queries, Keys, Values, attention, and what to bring.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/chat/message.h"
#include "core/chat/projections.h"
#include "core/tensor/ledger.h"

namespace attn {

struct ReadingRequest {
  std::vector<Message> messages;
  std::string question;
  /// [1 × 16] replaces what the question's text gives (the learner dragged a bar); each 0 … 1.
  std::optional<Matrix<float>> question_features;
  /// How strongly a Query asks: multiplies W_Q. 0 … 1000.
  double gain = default_gain;
  /// See SoftmaxOptions.
  double temperature = 1;
  /// Rows of `messages` nobody may look at: the test behind "does it matter?".
  std::vector<Index> erased;
  /// Rows of `messages` the learner found worth reading.
  std::vector<Index> picked;
};

/// What the output says of one thing.
enum class Certainty { bring, perhaps };

/// A thing is brought from this share of the output on; from `perhaps_from` on it is worth asking.
inline constexpr float bring_from = 0.5f;
inline constexpr float perhaps_from = 0.2f;

struct AnsweredThing {
  Index thing;  // column of `thing_dimensions()`
  Certainty certainty;
};

/// [1 × 16] What is asked: the features of the question's text, or those that replace them.
/// @throws Error(shape_mismatch) for `given` that is not [1 × 16], Error(out_of_range) unless each is 0 … 1
Matrix<float> features_asked(const std::string& question, const std::optional<Matrix<float>>& given);

/// [1 × n] All rows but the erased ones. @throws Error(out_of_range) for a row that is not there
Mask visible_rows(const std::vector<Index>& erased, Index n);

/// Columns of `weights` [1 × n] by falling weight; equal weights keep their order.
std::vector<Index> by_falling_weight(const Matrix<float>& weights);

/// Things worth bringing, largest share first; equal shares keep the order of the columns.
/// @param output [1 × 6] shares of `thing_dimensions()`
std::vector<AnsweredThing> answer_of(const Matrix<float>& output);

struct Reading {
  /// Inputs: question_features [1×16] features [n×16] gain, w_q_pattern and w_q = gain · w_q_pattern [16×9],
  /// w_k [16×9] w_v [16×6].
  /// Attention: q [1×9] k [n×9] v [n×6] and the entries of `enter_attention`.
  /// The walk, step by step: asked_count (places of q that are not 0) · products partial_sums [n×9] ·
  /// contributions blend [n×6] (blend: the output after the first rows of `order`) · top_output [1×6] (the
  /// top message alone) · rest_exps rest_weights [1 × n+1] (what all but the first m of `order` hold) ·
  /// total_weight. Without subtracting the maximum (only for temperature > 0): naive_exponents naive_exps
  /// naive_sums naive_weights.
  /// The learner's picks, k of them: picked_count, and for k > 0 picked_weight, best_weight (the engine's own
  /// k), agreed [1×k] and agreed_count (picks whose weight is among the k largest). Thresholds: bring_from
  /// perhaps_from.
  Ledger ledger;
  /// Rows by falling weight; equal weights keep their order in the chat.
  std::vector<Index> order;
  /// Things worth bringing, largest share of the output first.
  std::vector<AnsweredThing> answer;
  /// False if the question has no feature a Query asks for: then q = 0, every score is 0 and the weights
  /// are equal, whatever the gain.
  bool understood = false;
};

/// @throws Error(out_of_range) for gain, temperature, features or a row that is not there,
///         Error(shape_mismatch) for question_features that are not [1 × 16]
Reading read_chat(const ReadingRequest& request);

}  // namespace attn
