#include "core/models/why_it_won.h"

#include <cmath>

#include "core/attention/attention.h"
#include "core/chat/features.h"
#include "core/chat/reading_ledger.h"
#include "core/tensor/check.h"
#include "core/tensor/rules.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;

std::vector<Index> moved_order(Index n, Index moved, Index distance) {
  std::vector<Index> order;
  for (Index row = 0; row < n; ++row) {
    if (row != moved) order.push_back(row);
  }
  order.insert(order.end() - distance, moved);
  return order;
}

// ── The recurrent pass ──────────────────────────────────────────────────────────────────────────

/// from_x(t, c) = x_t·w_x + b_x; from_h likewise, of the state before, which at t = 0 is all zeros.
void enter_sums_of_products(Ledger& ledger, const RecurrentTrace<float>& trace, Index d_x, Index d_h) {
  ledger.enter("from_x", trace.from_x,
               [products = rules::row_by_column("features", "w_x", d_x)](Index t, Index c) {
                 Origin origin = products(t, c);
                 origin.operands.insert(origin.operands.end(), {{"b_x", 0, c}, {"one", 0, 0}});
                 return origin;
               });
  ledger.enter("from_h", trace.from_h,
               [products = rules::row_by_column("states", "w_h", d_h)](Index t, Index c) {
                 Origin origin = t > 0 ? products(t - 1, c) : Origin{Operation::dot, {}};
                 origin.operands.insert(origin.operands.end(), {{"b_h", 0, c}, {"one", 0, 0}});
                 return origin;
               });
}

void enter_elman(Ledger& ledger, const RecurrentTrace<float>& trace) {
  ledger.enter("state_sums", trace.from_x + trace.from_h,
               rules::cell_by_cell(Operation::sum, {"from_x", "from_h"}));
  ledger.enter("states", trace.states, rules::cell_by_cell(Operation::tangent, {"state_sums"}));
}

void enter_gru(Ledger& ledger, const RecurrentTrace<float>& trace) {
  const Index d_h = trace.states.cols();
  const auto block = [d_h](const Matrix<float>& x, Index gate) {
    return Matrix<float>(x.middleCols(gate * d_h, d_h));
  };
  const auto sum_of_block = [d_h](Index gate) {
    return [offset = gate * d_h](Index t, Index c) {
      return Origin{Operation::sum, {{"from_x", t, offset + c}, {"from_h", t, offset + c}}};
    };
  };
  ledger.enter("reset_sums", block(trace.from_x, 0) + block(trace.from_h, 0), sum_of_block(0));
  ledger.enter("reset", trace.reset, rules::cell_by_cell(Operation::sigmoid, {"reset_sums"}));
  ledger.enter("update_sums", block(trace.from_x, 1) + block(trace.from_h, 1), sum_of_block(1));
  ledger.enter("update", trace.update, rules::cell_by_cell(Operation::sigmoid, {"update_sums"}));
  const Matrix<float> recalled = trace.reset.cwiseProduct(block(trace.from_h, 2));
  ledger.enter("recalled", recalled, [offset = 2 * d_h](Index t, Index c) {
    return Origin{Operation::product, {{"reset", t, c}, {"from_h", t, offset + c}}};
  });
  ledger.enter("candidate_sums", block(trace.from_x, 2) + recalled, [offset = 2 * d_h](Index t, Index c) {
    return Origin{Operation::sum, {{"from_x", t, offset + c}, {"recalled", t, c}}};
  });
  ledger.enter("candidate", trace.candidate, rules::cell_by_cell(Operation::tangent, {"candidate_sums"}));
  ledger.enter("kept", 1.f - trace.update.array(), [](Index t, Index c) {
    return Origin{Operation::difference, {{"one", 0, 0}, {"update", t, c}}};
  });
  ledger.enter("states", trace.states, [](Index t, Index c) {
    Origin origin{Operation::dot, {{"kept", t, c}, {"candidate", t, c}}};
    if (t > 0) origin.operands.insert(origin.operands.end(), {{"update", t, c}, {"states", t - 1, c}});
    return origin;
  });
}

void enter_recurrent(Ledger& ledger, RecurrentCell cell, const Matrix<float>& x,
                     const RecurrentWeights<float>& weights) {
  const RecurrentTrace<float> trace = recurrent(cell, x, weights);
  ledger.enter("w_x", weights.w_x);
  ledger.enter("w_h", weights.w_h);
  ledger.enter("b_x", weights.b_x);
  ledger.enter("b_h", weights.b_h);
  enter_sums_of_products(ledger, trace, x.cols(), trace.states.cols());
  if (cell == RecurrentCell::elman)
    enter_elman(ledger, trace);
  else
    enter_gru(ledger, trace);
}

// ── Influence ───────────────────────────────────────────────────────────────────────────────────

/// [n × 16] Length of each column of ∂h_last/∂x_t, in double: far back, float has no numbers so small.
Matrix<double> recurrent_by_feature(RecurrentCell cell, const Matrix<double>& x,
                                    const RecurrentWeights<double>& weights) {
  const std::vector<Matrix<double>> jacobians =
      recurrent_backward(cell, weights, recurrent(cell, x, weights));
  Matrix<double> lengths(x.rows(), x.cols());
  for (Index t = 0; t < x.rows(); ++t)
    lengths.row(t) = jacobians[static_cast<std::size_t>(t)].colwise().norm();
  return lengths;
}

/// [n × 16] Length of each column of ∂output/∂x_j; the question stays as it is.
Matrix<double> attention_by_feature(const Matrix<double>& asked, const Matrix<double>& x) {
  const Matrix<double> keys = w_k().cast<double>();
  const Matrix<double> values = w_v().cast<double>();
  const Matrix<double> q = asked * w_q().cast<double>();
  const AttentionTrace<double> trace = attention<double>(q, x * keys, x * values);
  Matrix<double> squares = Matrix<double>::Zero(x.rows(), x.cols());
  for (Index c = 0; c < thing_count; ++c) {
    const Matrix<double> one_thing = Matrix<double>::Identity(thing_count, thing_count).row(c);
    const AttentionGradient<double> gradient = attention_backward(trace, one_thing);
    const Matrix<double> grad_x = gradient.grad_k * keys.transpose() + gradient.grad_v * values.transpose();
    squares += grad_x.cwiseAbs2();
  }
  return squares.cwiseSqrt();
}

void enter_influence(Ledger& ledger, const std::string& name, const Matrix<double>& by_feature) {
  const Index n = by_feature.rows();
  const Matrix<double> influence = by_feature.rowwise().norm();
  const double largest = influence.maxCoeff();
  ledger.enter(name + "_by_feature", by_feature.cast<float>());
  ledger.enter(name + "_influence", influence.cast<float>(),
               rules::along_row(Operation::length, name + "_by_feature", by_feature.cols()));
  ledger.enter(name + "_largest", static_cast<float>(largest),
               rules::of_cells(Operation::maximum, rules::all_cells(name + "_influence", n, 1)));
  ledger.enter(name + "_relative", Matrix<double>(influence / largest).cast<float>(), [name](Index t, Index) {
    return Origin{Operation::quotient, {{name + "_influence", t, 0}, {name + "_largest", 0, 0}}};
  });
}

// ── What it costs ───────────────────────────────────────────────────────────────────────────────

struct Part {
  std::string name;
  std::vector<std::string> factors;  // 1×1 entries
};

/// One product for each part, and their sum as `total`.
void enter_multiply_adds(Ledger& ledger, const std::string& total, const std::vector<Part>& parts) {
  float sum = 0;
  std::vector<CellRef> cells;
  for (const Part& part : parts) {
    float product = 1;
    std::vector<CellRef> factors;
    for (const std::string& factor : part.factors) {
      product *= ledger.values(factor)(0, 0);
      factors.push_back({factor, 0, 0});
    }
    ledger.enter(part.name, product, rules::of_cells(Operation::product, factors));
    cells.push_back({part.name, 0, 0});
    sum += product;
  }
  ledger.enter(total, sum, rules::of_cells(Operation::sum, cells));
}

void enter_costs(Ledger& ledger, Index n, Index d_h, RecurrentCell cell) {
  ledger.enter("n", static_cast<float>(n));
  ledger.enter("n_q", 1.f);
  ledger.enter("d_x", static_cast<float>(feature_count));
  ledger.enter("d_h", static_cast<float>(d_h));
  ledger.enter("gates", static_cast<float>(gates_of(cell)));
  ledger.enter("d_v", static_cast<float>(thing_count));
  // reset ∘ from_h, (1 − update) ∘ candidate, update ∘ h
  ledger.enter("gate_products", cell == RecurrentCell::gru ? 3.f : 0.f);
  enter_multiply_adds(ledger, "recurrent_multiply_adds",
                      {{"recurrent_by_x", {"n", "d_x", "gates", "d_h"}},
                       {"recurrent_by_h", {"n", "d_h", "gates", "d_h"}},
                       {"recurrent_gating", {"n", "gate_products", "d_h"}}});
  enter_multiply_adds(ledger, "attention_multiply_adds",
                      {{"attention_by_q", {"n_q", "d_x", "d_k"}},
                       {"attention_by_k", {"n", "d_x", "d_k"}},
                       {"attention_by_v", {"n", "d_x", "d_v"}},
                       {"attention_by_scores", {"n_q", "n", "d_k"}},
                       {"attention_by_mixing", {"n_q", "n", "d_v"}}});
  ledger.enter("recurrent_steps", static_cast<float>(n), rules::of_cells(Operation::sum, {{"n", 0, 0}}));
  ledger.enter("attention_steps", 1.f, rules::of_cells(Operation::sum, {{"one", 0, 0}}));
}

}  // namespace

WhyItWon why_it_won(const WhyRequest& request) {
  const auto n = static_cast<Index>(request.messages.size());
  check_range("messages", static_cast<double>(n), 1, 2000);
  check_range("moved", static_cast<double>(request.moved), 0, static_cast<double>(n - 1));
  check_range("distance", static_cast<double>(request.distance), 0, static_cast<double>(n - 1));
  check_range("d_h", static_cast<double>(request.d_h), 1, 64);

  WhyItWon result;
  result.order = moved_order(n, request.moved, request.distance);
  const Matrix<float> in_chat = message_features(request.messages);
  Matrix<float> x(n, feature_count);
  for (Index place = 0; place < n; ++place)
    x.row(place) = in_chat.row(result.order[static_cast<std::size_t>(place)]);
  const Matrix<float> asked = question_features(request.question);
  Random random(request.seed), again(request.seed);
  const auto weights = random_recurrent_weights<float>(request.cell, feature_count, request.d_h, random);
  const auto exact_weights =
      random_recurrent_weights<double>(request.cell, feature_count, request.d_h, again);
  const AttentionTrace<float> trace = attention<float>(asked * w_q(), x * w_k(), x * w_v());

  Ledger& ledger = result.ledger;
  ledger.enter("one", 1.f);
  ledger.enter("features", x);
  enter_recurrent(ledger, request.cell, x, weights);
  ledger.enter("question_features", asked);
  ledger.enter("gain", default_gain);
  enter_w_q(ledger, w_q(), w_q(1));
  ledger.enter("w_k", w_k());
  ledger.enter("w_v", w_v());
  ledger.enter("q", trace.q, rules::row_by_column("question_features", "w_q", feature_count));
  ledger.enter("k", trace.k, rules::row_by_column("features", "w_k", feature_count));
  ledger.enter("v", trace.v, rules::row_by_column("features", "w_v", feature_count));
  enter_attention(ledger, trace, {});
  enter_influence(ledger, "recurrent", recurrent_by_feature(request.cell, x.cast<double>(), exact_weights));
  enter_influence(ledger, "attention", attention_by_feature(asked.cast<double>(), x.cast<double>()));
  enter_costs(ledger, n, request.d_h, request.cell);
  return result;
}

}  // namespace attn
