// Three classmates read the 200 messages side by side: three heads, each with its own W_Q and W_K.
//
// All three know what the question is about (PE, food, study, …). Beyond that each looks for one kind of
// thing only: WHEN it is, WHAT is named, or WHO speaks; the others it cannot see. Seven places each, d_k = 7,
// with names again, and a hit still adds gain / √d_k = 9 / √7 ≈ 3.4. All three hand over the same six things.
//
// The roles are written by hand. In real models heads are learned, and people read roles into them
// afterwards.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "core/chat/reading.h"

namespace attn {

inline constexpr Index head_count = 3;          // h; called a, b and c in the ledger
inline constexpr Index head_key_count = 7;      // d_k
inline constexpr float head_share = 1.f / 3.f;  // in W_O: every head has one vote of three

/// What one head's Query and Key have places for, after the five subjects.
enum class LooksFor {
  time,     // friday, other_day
  things,   // bring, and `thing`: how many things a message names, for who asks
  speaker,  // teacher, and `tells`: for who asks, a question in reply counts against a message
};

/// The kind spelled "time", "things" or "speaker".
/// @throws Error(unknown_name)
LooksFor looks_for(std::string_view name);

/// Columns of q and k of a head.
const std::array<Dimension, 7>& head_dimensions(LooksFor kind);

/// [16 × 7] What a question looks for, times the gain.
Matrix<float> head_w_q(LooksFor kind, float gain = default_gain);

/// [16 × 7] What a message is found by.
Matrix<float> head_w_k(LooksFor kind);

/// [18 × 6] Three times the unit matrix above itself, times 1/3: the output is the mean of what the heads
/// say, thing by thing. It adds; it cannot demand that all three agree.
Matrix<float> heads_w_o();

struct HeadsRequest {
  std::vector<Message> messages;
  std::string question;
  /// As for ReadingRequest.
  std::optional<Matrix<float>> question_features;
  /// Two heads may look for the same: then they say the same.
  std::array<LooksFor, 3> looks_for{LooksFor::time, LooksFor::things, LooksFor::speaker};
  /// A head that is off speaks zeros; the other two do not get its vote.
  std::array<bool, 3> on{true, true, true};
  /// As for ReadingRequest.
  double gain = default_gain;
  double temperature = 1;
  std::vector<Index> erased;
};

struct HeadsReading {
  /// Inputs: question_features [1×16] features [n×16] gain.
  /// For each head X of a, b, c: X.w_q_pattern and X.w_q = gain · X.w_q_pattern [16×7], X.w_k [16×7] X.w_v [16×6] · X.q [1×7] X.k [n×7] X.v [n×6] and the
  /// entries of `enter_attention` (X.weights [1×n], X.output [1×6], …) · X.on (1 or 0) · X.brings [1×6] (its
  /// part of the final output).
  /// Together: concat [1×18] · w_o [18×6] · output [1×6] · bring_from perhaps_from.
  Ledger ledger;
  /// For each head: rows by falling weight, and what it would answer by itself.
  std::array<std::vector<Index>, 3> order;
  std::array<std::vector<AnsweredThing>, 3> says;
  /// What `output` decodes to, by the thresholds of `read_chat`.
  std::vector<AnsweredThing> answer;
};

/// Multi-head attention (Vaswani et al. 2017, section 3.2.2) of one question over the chat, h = 3.
/// @throws as read_chat
HeadsReading read_with_heads(const HeadsRequest& request);

}  // namespace attn
