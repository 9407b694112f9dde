// Recurrent nets: they read one message after the other and carry a state along.
#pragma once

#include <string_view>
#include <vector>

#include "core/tensor/random.h"
#include "core/tensor/tensor.h"

namespace attn {

enum class RecurrentCell {
  elman,  // one gate: h_t = tanh(a_t)                                       (Elman 1990)
  gru,    // three: reset, update, candidate                                  (Cho et al. 2014, section 2.3)
};

/// The cell spelled "elman" or "gru".
/// @throws Error(unknown_name)
RecurrentCell recurrent_cell(std::string_view name);

/// How many blocks of d_h columns the weights of a cell have: 1 or 3, in the order reset, update, candidate.
Index gates_of(RecurrentCell cell);

/// As in PyTorch, message and state have a bias each: in a GRU the candidate needs both.
template <class S>
struct RecurrentWeights {
  Matrix<S> w_x;  // [d_x × gates·d_h]
  Matrix<S> w_h;  // [d_h × gates·d_h]
  Matrix<S> b_x;  // [1 × gates·d_h]
  Matrix<S> b_h;  // [1 × gates·d_h]
};

/// Every weight uniform in ±1/√d_h: what PyTorch gives nn.RNN and nn.GRU before training. Drawn in double, in
/// the order w_x w_h b_x b_h, row by row.
template <class S>
RecurrentWeights<S> random_recurrent_weights(RecurrentCell cell, Index d_x, Index d_h, Random& random);

/// Every named intermediate; row t belongs to message t.
template <class S>
struct RecurrentTrace {
  Matrix<S> from_x;     // [n × gates·d_h] x_t·w_x + b_x
  Matrix<S> from_h;     // [n × gates·d_h] h_(t−1)·w_h + b_h, with h_(−1) = 0
  Matrix<S> reset;      // [n × d_h] σ(from_x + from_h), its block; GRU only
  Matrix<S> update;     // [n × d_h] likewise; GRU only
  Matrix<S> candidate;  // [n × d_h] tanh(from_x + reset ∘ from_h), its block; GRU only
  Matrix<S>
      states;  // [n × d_h] Elman: tanh(from_x + from_h); GRU: (1 − update) ∘ candidate + update ∘ h_(t−1)
};

/// Reads `x` [n × d_x] from the first row to the last: n steps, each of which has to wait for the one before.
/// @throws Error(shape_mismatch), Error(not_finite)
template <class S>
RecurrentTrace<S> recurrent(RecurrentCell cell, const Matrix<S>& x, const RecurrentWeights<S>& weights);

/// ∂h_last/∂x_t for every message t, each [d_h × d_x]: how the state at the end answers when one message is
/// changed a little. Exact, by the chain rule from the last step back to step t, one product of Jacobians a
/// step; it mirrors `recurrent` line by line.
/// @param trace what `recurrent` gave for these weights
template <class S>
std::vector<Matrix<S>> recurrent_backward(RecurrentCell cell, const RecurrentWeights<S>& weights,
                                          const RecurrentTrace<S>& trace);

}  // namespace attn
