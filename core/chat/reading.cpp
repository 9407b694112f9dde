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

// A question that names nothing we know ("?", "Which is the highest mountain?") looks for nothing: merely
// asking must not favour whoever sounds like an answer.
Matrix<float> features_of_question(std::string_view question) {
  const RowVector<float> found = features(question);
  const bool names_a_subject = (found.leftCols(feature::bring + 1).array() != 0).any();
  if (names_a_subject) return found;
  return Matrix<float>::Zero(1, feature_count);
}

Matrix<float> question_features(const ReadingRequest& request) {
  if (!request.question_features) return features_of_question(request.question);
  const Matrix<float>& given = *request.question_features;
  check_extent("question_features", "rows", given.rows(), 1, "one question");
  check_extent("question_features", "columns", given.cols(), feature_count, "the features");
  for (Index c = 0; c < feature_count; ++c) check_range("question_features", given(0, c), 0, 1);
  return given;
}

Matrix<float> message_features(const std::vector<Message>& messages) {
  Matrix<float> result(static_cast<Index>(messages.size()), feature_count);
  for (Index i = 0; i < result.rows(); ++i) {
    const Message& message = messages[static_cast<std::size_t>(i)];
    result.row(i) = features(message.text, message.speaker);
  }
  return result;
}

Mask all_but(const std::vector<Index>& erased, Index n) {
  Mask mask = Mask::Constant(1, n, true);
  for (Index row : erased) mask(0, row) = false;
  return mask;
}

std::vector<Index> by_falling_weight(const Matrix<float>& weights) {
  std::vector<Index> order(static_cast<std::size_t>(weights.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return weights(0, a) > weights(0, b); });
  return order;
}

std::vector<AnsweredThing> decode(const Matrix<float>& output) {
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

}  // namespace

Reading read_chat(const ReadingRequest& request) {
  const auto n = static_cast<Index>(request.messages.size());
  check_range("gain", request.gain, 0, 1000);

  const auto gain = static_cast<float>(request.gain);
  const ReadingInputs inputs{
      question_features(request), message_features(request.messages), gain, w_q(gain), w_k(), w_v()};
  AttentionOptions options;
  options.temperature = request.temperature;
  options.mask = all_but(distinct_rows("erased", request.erased, n), n);

  const Matrix<float> q = inputs.question_features * inputs.w_q;
  const Matrix<float> k = inputs.features * inputs.w_k;
  const Matrix<float> v = inputs.features * inputs.w_v;
  const AttentionTrace<float> trace = attention(q, k, v, options);

  Reading reading;
  reading.order = by_falling_weight(trace.weights);
  reading.answer = decode(trace.output);
  // Asked without the gain: a gain of 0 makes every weight equal, but not the question a riddle.
  reading.understood = ((inputs.question_features * w_q()).array() != 0).any();
  reading.ledger =
      reading_ledger(inputs, trace, options, reading.order, distinct_rows("picked", request.picked, n));
  return reading;
}

}  // namespace attn
