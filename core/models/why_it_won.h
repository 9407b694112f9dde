// The same chat through a recurrent net and through attention: what is left of one message at the end, and
// what each of them costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/chat/message.h"
#include "core/chat/projections.h"
#include "core/models/recurrent.h"
#include "core/tensor/ledger.h"

namespace attn {

struct WhyRequest {
  std::vector<Message> messages;
  std::string question;
  /// The message (a row) the learner moves …
  Index moved = 36;
  /// … so that this many others stand between it and the end; at most n − 1.
  Index distance = 163;
  RecurrentCell cell = RecurrentCell::elman;
  Index d_h = 16;          // width of the state, 1 … 64
  std::uint64_t seed = 1;  // of the recurrent net's weights
};

struct WhyItWon {
  /// features [n×16] (in the new order) one.
  /// Recurrent: w_x w_h b_x b_h from_x from_h states (see RecurrentTrace) · Elman: state_sums [n×d_h] (under
  /// the tanh) · GRU: reset_sums reset update_sums update recalled candidate_sums candidate kept [n×d_h].
  /// Attention, of the question, with the matrices of the walk: question_features gain w_q_pattern w_q w_k w_v q k v and
  /// the entries of `enter_attention`. Influence: recurrent_by_feature attention_by_feature [n×16] (how
  /// strongly the last state, or the output, answers to each feature of each message: the length of ∂/∂x, 0
  /// where no float is so small. Given, not derived: behind one cell stand up to n products of Jacobians) ·
  /// recurrent_influence attention_influence [n×1] (length of each row, the Frobenius norm of the Jacobian) ·
  /// …_largest [1×1] · …_relative [n×1] (influence ÷ largest). Multiply-adds of the two passes above:
  /// recurrent_multiply_adds = recurrent_by_x + recurrent_by_h + recurrent_gating (0 for Elman) and
  /// attention_multiply_adds = attention_by_q + attention_by_k + attention_by_v + attention_by_scores +
  /// attention_by_mixing, from n n_q d_x d_h gates d_k d_v gate_products. Without additions alone, divisions,
  /// exponentials, tanh and σ. Steps that must wait for each other: recurrent_steps = n, attention_steps = 1.
  Ledger ledger;
  /// Which row of the chat stands at each place.
  std::vector<Index> order;
};

/// The recurrent net is not trained: its weights are random (`random_recurrent_weights`). What it forgets
/// here it forgets before having learned anything; a trained GRU can learn to keep more.
/// @throws Error(out_of_range)
WhyItWon why_it_won(const WhyRequest& request);

}  // namespace attn
