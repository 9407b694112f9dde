#include "core/chat/everyone.h"

#include <cmath>
#include <numeric>

#include "core/attention/attention.h"
#include "core/attention/mask.h"
#include "core/attention/positions.h"
#include "core/chat/reading_ledger.h"
#include "core/tensor/check.h"
#include "core/tensor/random.h"
#include "core/tensor/rules.h"

namespace attn {
namespace {

using Origin = Ledger::Origin;
using Order = std::vector<Index>;

constexpr Index d_model = feature_count;

struct Matrices {
  Matrix<float> w_q, w_k, w_v;
};

/// One pass of self-attention, entered with `prefix` before every name. Returns the output.
Matrix<float> enter_pass(Ledger& ledger, const std::string& prefix, const Matrix<float>& features,
                         bool with_positions, const Matrices& w, const AttentionOptions& options) {
  const Matrix<float> embedding = features * std::sqrt(static_cast<float>(d_model));
  Matrix<float> x = embedding;
  if (with_positions) x += sinusoidal_positions<float>(x.rows(), d_model);
  const AttentionTrace<float> trace = attention<float>(x * w.w_q, x * w.w_k, x * w.w_v, options);

  ledger.enter(prefix + "embedding", embedding, [features = prefix + "features"](Index i, Index c) {
    return Origin{Operation::product, {{features, i, c}, {"root_d_model", 0, 0}}};
  });
  ledger.enter(prefix + "x", x, [embedding = prefix + "embedding", with_positions](Index i, Index c) {
    Origin origin{Operation::sum, {{embedding, i, c}}};
    if (with_positions) origin.operands.push_back({"positions", i, c});
    return origin;
  });
  ledger.enter(prefix + "q", trace.q, rules::row_by_column(prefix + "x", "w_q", d_model));
  ledger.enter(prefix + "k", trace.k, rules::row_by_column(prefix + "x", "w_k", d_model));
  ledger.enter(prefix + "v", trace.v, rules::row_by_column(prefix + "x", "w_v", d_model));
  enter_attention(ledger, trace, options, prefix);
  return trace.output;
}

void enter_positions(Ledger& ledger, Index n) {
  Matrix<float> places(n, 1);
  for (Index pos = 0; pos < n; ++pos) places(pos, 0) = static_cast<float>(pos);
  // At place 1 the angle is 1 ÷ wavelength.
  const Matrix<double> wavelengths = position_angles(2, d_model).row(1).cwiseInverse();
  ledger.enter("places", places);
  ledger.enter("wavelengths", wavelengths.cast<float>());
  ledger.enter("angles", position_angles(n, d_model).cast<float>(), [](Index pos, Index c) {
    return Origin{Operation::quotient, {{"places", pos, 0}, {"wavelengths", 0, c}}};
  });
  ledger.enter("positions", sinusoidal_positions<float>(n, d_model), [](Index pos, Index c) {
    return Origin{c % 2 == 0 ? Operation::sine : Operation::cosine, {{"angles", pos, c}}};
  });
}

Order shuffled_order(Index m, std::uint64_t seed) {
  Order order(static_cast<std::size_t>(m));
  std::iota(order.begin(), order.end(), Index{0});
  Random random(seed);
  random.shuffle(order);
  return order;
}

void enter_order(Ledger& ledger, const Order& order) {
  Matrix<float> row(1, static_cast<Index>(order.size()));
  for (Index place = 0; place < row.cols(); ++place)
    row(0, place) = static_cast<float>(order[static_cast<std::size_t>(place)]);
  ledger.enter("order", row);
}

/// Row `place` of the result is row `order[place]` of x; rows after the order (the padding) stay.
Matrix<float> reordered(const Matrix<float>& x, const Order& order) {
  Matrix<float> result = x;
  for (std::size_t place = 0; place < order.size(); ++place)
    result.row(static_cast<Index>(place)) = x.row(order[place]);
  return result;
}

void enter_comparison(Ledger& ledger, const Matrix<float>& output, const Matrix<float>& shuffled_output,
                      const Order& order) {
  const auto m = static_cast<Index>(order.size());
  Order place_of(order.size());
  for (std::size_t place = 0; place < order.size(); ++place)
    place_of[static_cast<std::size_t>(order[place])] = static_cast<Index>(place);
  const Matrix<float> restored = reordered(shuffled_output, place_of).topRows(m);
  const Matrix<float> differences = restored - output.topRows(m);

  ledger.enter("restored", restored, [place_of](Index i, Index c) {
    return Origin{Operation::sum, {{"shuffled.output", place_of[static_cast<std::size_t>(i)], c}}};
  });
  ledger.enter("differences", differences,
               rules::cell_by_cell(Operation::difference, {"restored", "output"}));
  ledger.enter("largest_difference", differences.cwiseAbs().maxCoeff(),
               rules::of_cells(Operation::largest_size, rules::all_cells("differences", m, thing_count)));
}

}  // namespace

Ledger everyone_asks(const EveryoneRequest& request) {
  const auto in_chat = static_cast<double>(request.messages.size());
  check_range("to", static_cast<double>(request.to), 1, in_chat);
  check_range("from", static_cast<double>(request.from), 0, static_cast<double>(request.to - 1));
  const Index m = request.to - request.from;
  check_range("messages", static_cast<double>(m), 1, everyone_limit);
  check_range("padding", static_cast<double>(request.padding), 0, static_cast<double>(everyone_limit - m));
  check_range("gain", request.gain, 0, 1000);

  const Index n = m + request.padding;
  const std::vector<Message> slice(request.messages.begin() + request.from,
                                   request.messages.begin() + request.to);
  Matrix<float> features = Matrix<float>::Zero(n, d_model);
  features.topRows(m) = message_features(slice);
  for (Index row : request.silenced) {
    check_range("silenced", static_cast<double>(row), static_cast<double>(request.from),
                static_cast<double>(request.to - 1));
    features.row(row - request.from).setZero();
  }
  const auto gain = static_cast<float>(request.gain);
  const Matrices w{w_q(gain), w_k(), w_v()};
  const Mask causal = request.causal ? causal_mask(n) : Mask::Constant(n, n, true);
  const Mask padding = padding_mask(n, n, m);
  AttentionOptions options;
  options.mask = both(causal, padding);
  const Order order = shuffled_order(m, request.seed);

  Ledger ledger;
  ledger.enter("features", features);
  ledger.enter("d_model", static_cast<float>(d_model));
  ledger.enter("root_d_model", std::sqrt(static_cast<float>(d_model)),
               rules::of_cells(Operation::root, {{"d_model", 0, 0}}));
  enter_positions(ledger, n);
  ledger.enter("gain", gain);
  enter_w_q(ledger, w.w_q, w_q(1));
  ledger.enter("w_k", w.w_k);
  ledger.enter("w_v", w.w_v);
  ledger.enter("causal_mask", causal.cast<float>());
  ledger.enter("padding_mask", padding.cast<float>());
  const Matrix<float> output = enter_pass(ledger, "", features, request.positions, w, options);

  enter_order(ledger, order);
  const Matrix<float> shuffled = reordered(features, order);
  ledger.enter("shuffled.features", shuffled, [order](Index place, Index c) {
    const auto m_places = static_cast<Index>(order.size());
    return Origin{Operation::sum,
                  {{"features", place < m_places ? order[static_cast<std::size_t>(place)] : place, c}}};
  });
  const Matrix<float> shuffled_output =
      enter_pass(ledger, "shuffled.", shuffled, request.positions, w, options);
  enter_comparison(ledger, output, shuffled_output, order);
  return ledger;
}

}  // namespace attn
