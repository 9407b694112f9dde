#include "core/chat/reading_ledger.h"

#include <limits>

#include "core/tensor/rules.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;
using Order = std::vector<Index>;

std::vector<CellRef> row_cells(const char* tensor, const Order& columns) {
  std::vector<CellRef> cells;
  for (Index column : columns) cells.push_back({tensor, 0, column});
  return cells;
}

void enter_inputs(Ledger& ledger, const ReadingInputs& inputs, const AttentionTrace<float>& trace) {
  const Index width = inputs.features.cols();
  ledger.enter("question_features", inputs.question_features);
  ledger.enter("features", inputs.features);
  ledger.enter("gain", inputs.gain);
  enter_w_q(ledger, inputs.w_q, w_q(1));
  ledger.enter("w_k", inputs.w_k);
  ledger.enter("w_v", inputs.w_v);
  ledger.enter("q", trace.q, rules::row_by_column("question_features", "w_q", width));
  ledger.enter("k", trace.k, rules::row_by_column("features", "w_k", width));
  ledger.enter("v", trace.v, rules::row_by_column("features", "w_v", width));
}

// Chapter 1: how many places of the Query look for something.
void enter_asked_count(Ledger& ledger, const Matrix<float>& q) {
  ledger.enter("asked_count", static_cast<float>((q.array() != 0).count()), [d_k = q.cols()](Index, Index) {
    Origin origin{Operation::count, {}};
    for (Index c = 0; c < d_k; ++c) origin.operands.push_back({"q", 0, c});
    return origin;
  });
}

// Chapter 2: the dot product one product at a time.
void enter_products(Ledger& ledger, const AttentionTrace<float>& trace) {
  const Matrix<float> products = trace.k.array().rowwise() * trace.q.row(0).array();
  Matrix<float> partial_sums = products;
  for (Index c = 1; c < products.cols(); ++c) partial_sums.col(c) += partial_sums.col(c - 1);

  ledger.enter("products", products, [](Index j, Index c) {
    return Origin{Operation::product, {{"q", 0, c}, {"k", j, c}}};
  });
  ledger.enter("partial_sums", partial_sums, [](Index j, Index c) {
    Origin origin{Operation::sum, {}};
    for (Index i = 0; i <= c; ++i) origin.operands.push_back({"products", j, i});
    return origin;
  });
}

// What all but the first m of the order hold, for every m.
void enter_rest(Ledger& ledger, const char* name, const char* tensor, const Matrix<float>& row,
                const Order& order) {
  const auto n = static_cast<Index>(order.size());
  Matrix<float> rest = Matrix<float>::Zero(1, n + 1);
  // From the smallest up, which also loses the fewest digits.
  for (Index m = n - 1; m >= 0; --m) rest(0, m) = rest(0, m + 1) + row(0, order[static_cast<std::size_t>(m)]);
  ledger.enter(name, rest, [tensor, order](Index, Index m) {
    return Origin{Operation::sum, row_cells(tensor, Order(order.begin() + m, order.end()))};
  });
}

// Chapter 3: shares, their total, and the textbook formula without subtracting the maximum.
void enter_shares(Ledger& ledger, const AttentionTrace<float>& trace, const AttentionOptions& options,
                  const Order& order) {
  enter_rest(ledger, "rest_exps", "exps", trace.exps, order);
  enter_rest(ledger, "rest_weights", "weights", trace.weights, order);
  const double total = trace.weights.cast<double>().sum();
  ledger.enter("total_weight", static_cast<float>(total),
               rules::of_cells(Operation::sum, row_cells("weights", order)));

  // Below this the temperature has no reciprocal in float, and the textbook formula no meaning.
  if (options.temperature < static_cast<double>(std::numeric_limits<float>::min())) return;
  const NaiveSoftmaxTrace<float> naive = naive_softmax(trace.scaled, options);
  ledger.enter("naive_exponents", trace.masked / static_cast<float>(options.temperature),
               [](Index i, Index j) {
                 return Origin{Operation::quotient, {{"masked", i, j}, {"temperature", 0, 0}}};
               });
  ledger.enter("naive_exps", naive.exps, [](Index i, Index j) {
    return Origin{Operation::exponential, {{"naive_exponents", i, j}}};
  });
  ledger.enter("naive_sums", naive.sums, rules::of_cells(Operation::sum, row_cells("naive_exps", order)));
  ledger.enter("naive_weights", naive.weights, [](Index i, Index j) {
    return Origin{Operation::quotient, {{"naive_exps", i, j}, {"naive_sums", i, 0}}};
  });
}

// Chapter 4: the Values flowing into the output, message by message.
void enter_mixing(Ledger& ledger, const AttentionTrace<float>& trace, const Order& order) {
  const Matrix<float> contributions = trace.v.array().colwise() * trace.weights.row(0).transpose().array();
  Matrix<float> blend(contributions.rows(), contributions.cols());
  RowVector<float> so_far = RowVector<float>::Zero(contributions.cols());
  for (Index m = 0; m < blend.rows(); ++m) {
    so_far += contributions.row(order[static_cast<std::size_t>(m)]);
    blend.row(m) = so_far;
  }

  ledger.enter("contributions", contributions, [](Index j, Index c) {
    return Origin{Operation::product, {{"weights", 0, j}, {"v", j, c}}};
  });
  ledger.enter("blend", blend, [order](Index m, Index c) {
    Origin origin{Operation::sum, {}};
    for (Index i = 0; i <= m; ++i)
      origin.operands.push_back({"contributions", order[static_cast<std::size_t>(i)], c});
    return origin;
  });
  if (!order.empty()) {
    ledger.enter("top_output", trace.v.row(order[0]), [top = order[0]](Index, Index c) {
      return Origin{Operation::sum, {{"v", top, c}}};
    });
  }
  ledger.enter("bring_from", bring_from);
  ledger.enter("perhaps_from", perhaps_from);
}

// Chapter 0: the learner's k picks against the k largest weights.
void enter_choice(Ledger& ledger, const Matrix<float>& weights, const Order& picked, const Order& order) {
  ledger.enter("picked_count", static_cast<float>(picked.size()));
  if (picked.empty()) return;
  const Index last_of_best = order[picked.size() - 1];
  const Order best(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(picked.size()));
  const auto weight_of = [&](const Order& rows) {
    double sum = 0;
    for (Index row : rows) sum += static_cast<double>(weights(0, row));
    return static_cast<float>(sum);
  };
  Matrix<float> agreed(1, static_cast<Index>(picked.size()));
  for (Index i = 0; i < agreed.cols(); ++i) {
    agreed(0, i) = weights(0, picked[static_cast<std::size_t>(i)]) >= weights(0, last_of_best) ? 1.f : 0.f;
  }

  ledger.enter("picked_weight", weight_of(picked),
               rules::of_cells(Operation::sum, row_cells("weights", picked)));
  ledger.enter("best_weight", weight_of(best), rules::of_cells(Operation::sum, row_cells("weights", best)));
  ledger.enter("agreed", agreed, [picked, last_of_best](Index, Index i) {
    return Origin{Operation::at_least,
                  {{"weights", 0, picked[static_cast<std::size_t>(i)]}, {"weights", 0, last_of_best}}};
  });
  ledger.enter("agreed_count", agreed.sum(), [k = agreed.cols()](Index, Index) {
    Origin origin{Operation::count, {}};
    for (Index i = 0; i < k; ++i) origin.operands.push_back({"agreed", 0, i});
    return origin;
  });
}

}  // namespace

void enter_w_q(Ledger& ledger, const Matrix<float>& w_q, const Matrix<float>& pattern,
               const std::string& prefix) {
  ledger.enter(prefix + "w_q_pattern", pattern);
  ledger.enter(prefix + "w_q", w_q, [pattern_name = prefix + "w_q_pattern"](Index f, Index c) {
    return Origin{Operation::product, {{"gain", 0, 0}, {pattern_name, f, c}}};
  });
}

Ledger reading_ledger(const ReadingInputs& inputs, const AttentionTrace<float>& trace,
                      const AttentionOptions& options, const std::vector<Index>& order,
                      const std::vector<Index>& picked) {
  Ledger ledger;
  enter_inputs(ledger, inputs, trace);
  enter_attention(ledger, trace, options);
  enter_asked_count(ledger, trace.q);
  enter_products(ledger, trace);
  enter_shares(ledger, trace, options, order);
  enter_mixing(ledger, trace, order);
  enter_choice(ledger, trace.weights, picked, order);
  return ledger;
}

}  // namespace attn
