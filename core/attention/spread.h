// Why the scores are divided by √d_k.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor/ledger.h"

namespace attn {

/// Draws `pairs` Queries and Keys with independent standard normal components for one d_k and measures
/// their products: q·k has mean 0 and variance d_k (Vaswani et al. 2017, footnote 4), q·k/√d_k has
/// variance 1. Then one softmax over the first `keys` of them shows what that does to the weights.
///
/// Entries: d_k [1×1] · dots scaled_dots [1 × pairs] · variance scaled_variance spread scaled_spread
/// [1×1] (mean square about the true mean 0, and its root) · weights scaled_weights [1 × keys] ·
/// largest_weight scaled_largest_weight [1×1].
/// @throws Error(out_of_range) unless 1 ≤ d_k ≤ 4096, 2 ≤ pairs ≤ 10000, 1 ≤ keys ≤ pairs
Ledger dot_product_spread(int d_k, int pairs, int keys, std::uint64_t seed);

}  // namespace attn
