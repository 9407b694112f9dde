#include "core/chat/reading.h"

#include <algorithm>
#include <numeric>

#include "core/attention/attention.h"
#include "core/chat/features.h"
#include "core/chat/reading_ledger.h"
#include "core/tensor/check.h"

namespace attn {
namespace {

// Rows of the chat, each once, in the order given.
std::vector<Index> distinct_rows(std::string_view name, const std::vector<Index>& rows, Index n) {
  std::vector<Index> distinct;
  std::vector<bool> seen(static_cast<std::size_t>(n), false);
  for (Index row : rows) {
    check_range(name, static_cast<double>(row), 0, static_cast<double>(n - 1));
    if (!seen[static_cast<std::size_t>(row)]) distinct.push_back(row);
    seen[static_cast<std::size_t>(row)] = true;
  }
  return distinct;
}

}  // namespace

Matrix<float> features_asked(const std::string& question, const std::optional<Matrix<float>>& given) {
  if (!given) return question_features(question);
  check_extent("question_features", "rows", given->rows(), 1, "one question");
  check_extent("question_features", "columns", given->cols(), feature_count, "the features");
  for (Index c = 0; c < feature_count; ++c) check_range("question_features", (*given)(0, c), 0, 1);
  return *given;
}

Mask visible_rows(const std::vector<Index>& erased, Index n) {
  Mask mask = Mask::Constant(1, n, true);
  for (Index row : distinct_rows("erased", erased, n)) mask(0, row) = false;
  return mask;
}

std::vector<Index> by_falling_weight(const Matrix<float>& weights) {
  std::vector<Index> order(static_cast<std::size_t>(weights.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return weights(0, a) > weights(0, b); });
  return order;
}

std::vector<AnsweredThing> answer_of(const Matrix<float>& output) {
  std::vector<AnsweredThing> answer;
  for (Index c = 0; c < output.cols(); ++c) {
    if (output(0, c) >= bring_from)
      answer.push_back({c, Certainty::bring});
    else if (output(0, c) >= perhaps_from)
      answer.push_back({c, Certainty::perhaps});
  }
  std::stable_sort(answer.begin(), answer.end(), [&](const AnsweredThing& a, const AnsweredThing& b) {
    return output(0, a.thing) > output(0, b.thing);
  });
  return answer;
}

Reading read_chat(const ReadingRequest& request) {
  const auto n = static_cast<Index>(request.messages.size());
  check_range("gain", request.gain, 0, 1000);

  const auto gain = static_cast<float>(request.gain);
  const ReadingInputs inputs{features_asked(request.question, request.question_features),
                             message_features(request.messages),
                             gain,
                             w_q(gain),
                             w_k(),
                             w_v()};
  AttentionOptions options;
  options.temperature = request.temperature;
  options.mask = visible_rows(request.erased, n);

  const Matrix<float> q = inputs.question_features * inputs.w_q;
  const Matrix<float> k = inputs.features * inputs.w_k;
  const Matrix<float> v = inputs.features * inputs.w_v;
  const AttentionTrace<float> trace = attention(q, k, v, options);

  Reading reading;
  reading.order = by_falling_weight(trace.weights);
  reading.answer = answer_of(trace.output);
  // Asked without the gain: a gain of 0 makes every weight equal, but not the question a riddle.
  reading.understood = ((inputs.question_features * w_q()).array() != 0).any();
  reading.ledger =
      reading_ledger(inputs, trace, options, reading.order, distinct_rows("picked", request.picked, n));
  return reading;
}

}  // namespace attn
