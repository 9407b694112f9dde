// Self-attention: every message of a slice of the chat asks all the others at once, and itself.
//
// x is what is known of each message, [n × d_model] with d_model = 16:
//
//   x = features · √d_model  (+ sinusoidal positions)      Vaswani et al. 2017, sections 3.4 and 3.5
//   Q = x·W_Q   K = x·W_K   V = x·W_V                      the three matrices of the walk
//
// The factor √16 = 4 keeps the positions, which are numbers up to 1, from drowning the features.
#pragma once

#include <cstdint>
#include <vector>

#include "core/chat/message.h"
#include "core/chat/projections.h"
#include "core/tensor/ledger.h"

namespace attn {

inline constexpr Index everyone_limit = 16;  // rows that still fit a screen as an n×n picture

/// The gain of the walk, less the factor √d_model that both Query and Key now carry: a feature that fits
/// again adds 3 to the scaled score.
inline constexpr float everyone_gain = default_gain / static_cast<float>(feature_count);

struct EveryoneRequest {
  std::vector<Message> messages;
  /// The slice: rows from ≤ i < to, at least one.
  Index from = 0;
  Index to = 12;
  /// Rows of padding after them; at most 16 rows in all.
  Index padding = 0;
  /// Hide later messages from earlier ones.
  bool causal = false;
  /// Rows of the slice that are there but say nothing: their features are 0.
  std::vector<Index> silenced;
  /// Add sinusoidal positions.
  bool positions = false;
  double gain = everyone_gain;  // 0 … 1000
  /// Which way the messages of the slice are shuffled for the experiment.
  std::uint64_t seed = 1;
};

/// Entries, n rows with the padding, m without:
///   features [n×16] · d_model root_d_model embedding [n×16] · places [n×1] wavelengths [1×16] angles
///   positions [n×16] (also when they are not added) · x [n×16] · gain w_q_pattern w_q w_k w_v ·
///   causal_mask padding_mask [n×n] (ones where that mask is off) · q k [n×9] v [n×6] and the entries of `enter_attention`.
/// The shuffle experiment: order [1×m] (which row of the slice comes to stand at each place; padding stays) ·
/// shuffled.features, shuffled.embedding, shuffled.x, shuffled.q … shuffled.output, as above · restored [m×6]
/// (the shuffled output, put back in order) · differences [m×6] · largest_difference [1×1].
/// Without positions, without a causal mask, it is 0 but for rounding: attention moves with its messages.
/// Both positions and a causal mask depend on where a message stands, and end that.
/// @throws Error(out_of_range)
Ledger everyone_asks(const EveryoneRequest& request);

}  // namespace attn
