// What a layer costs: the table on which attention won.
#pragma once

#include "core/tensor/ledger.h"

namespace attn {

/// Table 1 of Vaswani et al. 2017, its formulas evaluated. They are orders of growth, O(…): constant factors
/// are not in them, so compare how they change, not single numbers.
///
///   row                          complexity per layer   sequential operations   maximum path length
///   0  self-attention            n²·d                   1                       1
///   1  recurrent                 n·d²                   n                       n
///   2  convolutional             k·n·d²                 1                       log_k n
///   3  self-attention within r   r·n·d                  1                       n/r
///
/// @param n sequence length ≥ 1, @param d width of a token ≥ 1, @param k width of the convolution ≥ 2,
/// @param r size of the neighbourhood, 1 … n
/// Entries: n d k r one [1×1] · complexity sequential path [4×1] · attention_cheaper [1×1] (1 where d ≥ n, so
/// that row 0 costs no more than row 1).
/// @throws Error(out_of_range)
Ledger layer_costs(double n, double d, double k, double r);

}  // namespace attn
