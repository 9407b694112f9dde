#include "core/attention/attention.h"

#include <cmath>
#include <limits>

#include "core/tensor/check.h"

namespace attn {

template <class S>
AttentionTrace<S> attention(const Matrix<S>& q, const Matrix<S>& k, const Matrix<S>& v,
                            const AttentionOptions& options) {
  const Index d_k = q.cols();
  check_range("d_k", static_cast<double>(d_k), 1, std::numeric_limits<int>::max());
  check_extent("keys", "columns", k.cols(), d_k, "the queries");
  check_extent("values", "rows", v.rows(), k.rows(), "the keys");
  check_finite("queries", q);
  check_finite("keys", k);
  check_finite("values", v);

  AttentionTrace<S> trace;
  trace.q = q;
  trace.k = k;
  trace.v = v;
  trace.scores.noalias() = q * k.transpose();
  check_finite("scores", trace.scores, ErrorCode::overflow);
  trace.scaled =
      options.divide_by_root_d_k ? Matrix<S>(trace.scores / std::sqrt(static_cast<S>(d_k))) : trace.scores;
  static_cast<SoftmaxTrace<S>&>(trace) = softmax(trace.scaled, options);
  trace.output.noalias() = trace.weights * v;
  check_finite("output", trace.output, ErrorCode::overflow);
  return trace;
}

template AttentionTrace<float> attention(const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                         const AttentionOptions&);
template AttentionTrace<double> attention(const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                          const AttentionOptions&);

void enter_attention(Ledger& ledger, const AttentionTrace<float>& trace, const AttentionOptions& options) {
  using Origin = Ledger::Origin;
  const Index n = trace.k.rows();
  const Index d_k = trace.k.cols();

  // Operands that run along a row of the scores.
  const auto along_row = [n](const char* tensor) {
    return [n, tensor](Index i) {
      std::vector<CellRef> cells;
      for (Index j = 0; j < n; ++j) cells.push_back({tensor, i, j});
      return cells;
    };
  };

  ledger.enter("d_k", static_cast<float>(d_k));
  ledger.enter("temperature", static_cast<float>(options.temperature));
  ledger.enter("mask", options.mask.size() == 0 ? Matrix<float>::Ones(trace.scores.rows(), n)
                                                : Matrix<float>(options.mask.cast<float>()));
  ledger.enter("scores", trace.scores, [d_k](Index i, Index j) {
    Origin origin{Operation::dot, {}};
    for (Index c = 0; c < d_k; ++c) {
      origin.operands.push_back({"q", i, c});
      origin.operands.push_back({"k", j, c});
    }
    return origin;
  });
  ledger.enter("scaled", trace.scaled, [divided = options.divide_by_root_d_k](Index i, Index j) {
    return divided ? Origin{Operation::over_root, {{"scores", i, j}, {"d_k", 0, 0}}}
                   : Origin{Operation::sum, {{"scores", i, j}}};
  });
  ledger.enter("masked", trace.masked, [](Index i, Index j) {
    return Origin{Operation::mask, {{"scaled", i, j}, {"mask", i, j}}};
  });
  ledger.enter("maxes", trace.maxes, [row = along_row("masked")](Index i, Index) {
    return Origin{Operation::maximum, row(i)};
  });
  ledger.enter("shifted", trace.shifted, [](Index i, Index j) {
    return Origin{Operation::shifted, {{"masked", i, j}, {"maxes", i, 0}, {"temperature", 0, 0}}};
  });
  ledger.enter("exps", trace.exps, [](Index i, Index j) {
    return Origin{Operation::exponential, {{"shifted", i, j}}};
  });
  ledger.enter("sums", trace.sums, [row = along_row("exps")](Index i, Index) {
    return Origin{Operation::sum, row(i)};
  });
  ledger.enter("weights", trace.weights, [](Index i, Index j) {
    return Origin{Operation::normalised, {{"exps", i, j}, {"sums", i, 0}}};
  });
  ledger.enter("output", trace.output, [n](Index i, Index c) {
    Origin origin{Operation::dot, {}};
    for (Index j = 0; j < n; ++j) {
      origin.operands.push_back({"weights", i, j});
      origin.operands.push_back({"v", j, c});
    }
    return origin;
  });
}

}  // namespace attn
