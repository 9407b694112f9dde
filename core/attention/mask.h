// Masks: who may look at whom. Two different reasons to hide something, two helpers.
//
//   causal    a rule about time: a message cannot see what was written after it. It depends on who asks, so
//             every row is different, and the future is real: tomorrow those messages may be looked at.
//   padding   a rule about the batch: chats of different lengths are filled up to one length with rows that
//             are no messages at all. It depends on what is looked at, so every row is the same, and nobody
//             may ever look there.
#pragma once

#include "core/tensor/tensor.h"

namespace attn {

/// [n × n] Row i may look at 0 … i: at itself and what came before (Vaswani et al. 2017, section 3.2.3).
/// No row is empty. @throws Error(out_of_range) for n < 0
Mask causal_mask(Index n);

/// [n_q × n] Every row may look at the first `length` Keys; the rest are padding. With length 0 nothing may
/// be looked at, and attention gives weights and output 0.
/// @throws Error(out_of_range) unless 0 ≤ length ≤ n and n_q ≥ 0
Mask padding_mask(Index n_q, Index n, Index length);

/// May look where both allow it. A 0×0 mask hides nothing.
/// @throws Error(shape_mismatch)
Mask both(const Mask& a, const Mask& b);

}  // namespace attn
