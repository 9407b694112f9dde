#include "core/models/recurrent.h"

#include <cmath>
#include <complex>

#include "core/tensor/check.h"

namespace attn {
namespace {

template <class S>
RowVector<S> squashed(const RowVector<S>& x) {  // tanh
  return x.array().tanh();
}

template <class S>
RowVector<S> sigmoid(const RowVector<S>& x) {
  return S(1) / (S(1) + (-x.array()).exp());
}

/// Columns of one gate.
template <class M>
auto gate(M&& x, Index which, Index d_h) {
  return x.middleCols(which * d_h, d_h);
}

enum : Index { reset_gate, update_gate, candidate_gate };

template <class S>
void check_weights(RecurrentCell cell, const RecurrentWeights<S>& w) {
  const Index width = gates_of(cell) * w.w_h.rows();
  check_extent("w_h", "columns", w.w_h.cols(), width, "the gates of the cell");
  check_extent("w_x", "columns", w.w_x.cols(), width, "w_h");
  check_extent("b_x", "columns", w.b_x.cols(), width, "w_h");
  check_extent("b_h", "columns", w.b_h.cols(), width, "w_h");
  check_extent("b_x", "rows", w.b_x.rows(), 1, "one for all messages");
  check_extent("b_h", "rows", w.b_h.rows(), 1, "one for all messages");
}

}  // namespace

RecurrentCell recurrent_cell(std::string_view name) {
  if (name == "elman") return RecurrentCell::elman;
  if (name == "gru") return RecurrentCell::gru;
  throw Error(ErrorCode::unknown_name, {{"name", std::string("cell")}, {"value", std::string(name)}},
              "cell: expected elman or gru, got '" + std::string(name) + "'");
}

Index gates_of(RecurrentCell cell) { return cell == RecurrentCell::gru ? 3 : 1; }

template <class S>
RecurrentWeights<S> random_recurrent_weights(RecurrentCell cell, Index d_x, Index d_h, Random& random) {
  check_range("d_x", static_cast<double>(d_x), 1, 4096);
  check_range("d_h", static_cast<double>(d_h), 1, 4096);
  const double bound = 1 / std::sqrt(static_cast<double>(d_h));
  const auto drawn = [&](Index rows) {
    Matrix<S> w(rows, gates_of(cell) * d_h);
    for (Index i = 0; i < w.size(); ++i) w.data()[i] = static_cast<S>(bound * (2 * random.uniform() - 1));
    return w;
  };
  RecurrentWeights<S> weights;
  weights.w_x = drawn(d_x);
  weights.w_h = drawn(d_h);
  weights.b_x = drawn(1);
  weights.b_h = drawn(1);
  return weights;
}

template <class S>
RecurrentTrace<S> recurrent(RecurrentCell cell, const Matrix<S>& x, const RecurrentWeights<S>& weights) {
  check_weights(cell, weights);
  check_extent("w_x", "rows", weights.w_x.rows(), x.cols(), "the columns of the messages");
  check_finite("messages", x);
  const Index n = x.rows();
  const Index d_h = weights.w_h.rows();

  RecurrentTrace<S> trace;
  trace.from_x = (x * weights.w_x).rowwise() + weights.b_x.row(0);
  trace.from_h.resize(n, weights.w_h.cols());
  trace.states.resize(n, d_h);
  if (cell == RecurrentCell::gru) {
    trace.reset.resize(n, d_h);
    trace.update.resize(n, d_h);
    trace.candidate.resize(n, d_h);
  }
  RowVector<S> h = RowVector<S>::Zero(d_h);
  for (Index t = 0; t < n; ++t) {
    trace.from_h.row(t) = h * weights.w_h + weights.b_h.row(0);
    const auto from_x = trace.from_x.row(t);
    const auto from_h = trace.from_h.row(t);
    if (cell == RecurrentCell::elman) {
      h = squashed<S>(from_x + from_h);
    } else {
      const RowVector<S> r = sigmoid<S>(gate(from_x, reset_gate, d_h) + gate(from_h, reset_gate, d_h));
      const RowVector<S> z = sigmoid<S>(gate(from_x, update_gate, d_h) + gate(from_h, update_gate, d_h));
      const RowVector<S> c =
          squashed<S>(gate(from_x, candidate_gate, d_h) + r.cwiseProduct(gate(from_h, candidate_gate, d_h)));
      h = (S(1) - z.array()) * c.array() + z.array() * h.array();
      trace.reset.row(t) = r;
      trace.update.row(t) = z;
      trace.candidate.row(t) = c;
    }
    trace.states.row(t) = h;
  }
  return trace;
}

template <class S>
std::vector<Matrix<S>> recurrent_backward(RecurrentCell cell, const RecurrentWeights<S>& weights,
                                          const RecurrentTrace<S>& trace) {
  check_weights(cell, weights);
  const Index n = trace.states.rows();
  const Index d_h = weights.w_h.rows();

  std::vector<Matrix<S>> jacobians(static_cast<std::size_t>(n));
  Matrix<S> grad_h = Matrix<S>::Identity(d_h, d_h);  // ∂h_last/∂h_t
  for (Index t = n - 1; t >= 0; --t) {
    Matrix<S> grad_from_x(d_h, weights.w_x.cols());
    Matrix<S> grad_from_h(d_h, weights.w_h.cols());
    Matrix<S> grad_previous = Matrix<S>::Zero(d_h, d_h);
    if (cell == RecurrentCell::elman) {
      const RowVector<S> slope = S(1) - trace.states.row(t).array().square();
      grad_from_x = grad_h * slope.asDiagonal();
      grad_from_h = grad_from_x;
    } else {
      const RowVector<S> r = trace.reset.row(t);
      const RowVector<S> z = trace.update.row(t);
      const RowVector<S> c = trace.candidate.row(t);
      const RowVector<S> previous = t > 0 ? RowVector<S>(trace.states.row(t - 1)) : RowVector<S>::Zero(d_h);
      const RowVector<S> recalled = gate(trace.from_h.row(t), candidate_gate, d_h);
      const RowVector<S> by_candidate = (S(1) - z.array()) * (S(1) - c.array().square());
      const RowVector<S> by_update = (previous - c).array() * z.array() * (S(1) - z.array());
      const RowVector<S> by_reset = by_candidate.array() * recalled.array() * r.array() * (S(1) - r.array());
      grad_previous = grad_h * z.asDiagonal();
      gate(grad_from_x, candidate_gate, d_h) = grad_h * by_candidate.asDiagonal();
      gate(grad_from_x, update_gate, d_h) = grad_h * by_update.asDiagonal();
      gate(grad_from_x, reset_gate, d_h) = grad_h * by_reset.asDiagonal();
      grad_from_h = grad_from_x;
      gate(grad_from_h, candidate_gate, d_h) = gate(grad_from_x, candidate_gate, d_h) * r.asDiagonal();
    }
    grad_h = grad_previous + grad_from_h * weights.w_h.transpose();
    jacobians[static_cast<std::size_t>(t)] = grad_from_x * weights.w_x.transpose();
  }
  return jacobians;
}

#define ATTN_RECURRENT(S)                                                                            \
  template RecurrentWeights<S> random_recurrent_weights(RecurrentCell, Index, Index, Random&);       \
  template RecurrentTrace<S> recurrent(RecurrentCell, const Matrix<S>&, const RecurrentWeights<S>&); \
  template std::vector<Matrix<S>> recurrent_backward(RecurrentCell, const RecurrentWeights<S>&,      \
                                                     const RecurrentTrace<S>&);
ATTN_RECURRENT(float)
ATTN_RECURRENT(double)
#undef ATTN_RECURRENT
// For gradients by complex step, in the tests.
template RecurrentTrace<std::complex<double>> recurrent(RecurrentCell, const Matrix<std::complex<double>>&,
                                                        const RecurrentWeights<std::complex<double>>&);

}  // namespace attn
