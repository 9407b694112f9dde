#include "core/chat/heads.h"

#include "core/attention/multi_head.h"
#include "core/chat/features.h"
#include "core/chat/reading_ledger.h"
#include "core/tensor/check.h"
#include "core/tensor/rules.h"

namespace attn {
namespace {

// The subjects stand together in the features, so that one identity block suffices.
constexpr Index subject_count = 5;
constexpr Index first_own = subject_count;
constexpr Index second_own = subject_count + 1;
static_assert(feature::duty - feature::pe == subject_count - 1 && second_own == head_key_count - 1);

constexpr const char* head_names[] = {"a", "b", "c"};

/// One of the two places a head has of its own takes in one feature, with this sign.
struct Own {
  Index feature;
  Index place;
  float sign = 1;
};

/// [16 × 7] The subjects, which every head sees, and what it sees by itself.
Matrix<float> sees(std::initializer_list<Own> own) {
  Matrix<float> w = Matrix<float>::Zero(feature_count, head_key_count);
  w.block(feature::pe, 0, subject_count, subject_count).setIdentity();
  for (const auto& [feature, place, sign] : own) w(feature, place) = sign;
  return w;
}

Matrix<float> asks_for(LooksFor kind) {
  switch (kind) {
    case LooksFor::time: return sees({{feature::friday, first_own}, {feature::other_day, second_own}});
    case LooksFor::things: return sees({{feature::bring, first_own}, {feature::asks, second_own}});
    case LooksFor::speaker: return sees({{feature::asks, first_own}, {feature::asks, second_own}});
  }
  return {};
}

/// The heads' matrices side by side.
template <class Of>
Matrix<float> side_by_side(Of of, Index width) {
  Matrix<float> result(feature_count, head_count * width);
  for (Index i = 0; i < head_count; ++i)
    result.middleCols(i * width, width) = of(static_cast<std::size_t>(i));
  return result;
}

void enter_head(Ledger& ledger, const std::string& name, LooksFor kind,
                const MultiHeadWeights<float>& weights, Index head, const MultiHeadTrace<float>& trace,
                const MultiHeadOptions& options) {
  const std::string prefix = name + ".";
  const AttentionTrace<float>& own = trace.heads[static_cast<std::size_t>(head)];
  const Index keys_from = head * head_key_count;
  const Index values_from = head * thing_count;
  enter_w_q(ledger, weights.w_q.middleCols(keys_from, head_key_count), asks_for(kind), prefix);
  ledger.enter(prefix + "w_k", weights.w_k.middleCols(keys_from, head_key_count));
  ledger.enter(prefix + "w_v", weights.w_v.middleCols(values_from, thing_count));
  ledger.enter(prefix + "q", own.q, rules::row_by_column("question_features", prefix + "w_q", feature_count));
  ledger.enter(prefix + "k", own.k, rules::row_by_column("features", prefix + "w_k", feature_count));
  ledger.enter(prefix + "v", own.v, rules::row_by_column("features", prefix + "w_v", feature_count));
  enter_attention(ledger, own, options, prefix);
  ledger.enter(prefix + "on", options.on[static_cast<std::size_t>(head)] ? 1.f : 0.f);
}

void enter_together(Ledger& ledger, const MultiHeadWeights<float>& weights,
                    const MultiHeadTrace<float>& trace) {
  ledger.enter("concat", trace.concat, [](Index i, Index c) {
    const std::string prefix = std::string(head_names[c / thing_count]) + ".";
    return Ledger::Origin{Operation::product,
                          {{prefix + "output", i, c % thing_count}, {prefix + "on", 0, 0}}};
  });
  ledger.enter("w_o", weights.w_o);
  for (Index head = 0; head < head_count; ++head) {
    const Index from = head * thing_count;
    const Matrix<float> brings =
        trace.concat.middleCols(from, thing_count) * weights.w_o.middleRows(from, thing_count);
    ledger.enter(head_names[head] + std::string(".brings"), brings, [from](Index i, Index c) {
      Ledger::Origin origin{Operation::dot, {}};
      for (Index t = from; t < from + thing_count; ++t) {
        origin.operands.push_back({"concat", i, t});
        origin.operands.push_back({"w_o", t, c});
      }
      return origin;
    });
  }
  ledger.enter("output", trace.output, rules::row_by_column("concat", "w_o", head_count * thing_count));
  ledger.enter("bring_from", bring_from);
  ledger.enter("perhaps_from", perhaps_from);
}

}  // namespace

LooksFor looks_for(std::string_view name) {
  if (name == "time") return LooksFor::time;
  if (name == "things") return LooksFor::things;
  if (name == "speaker") return LooksFor::speaker;
  throw Error(ErrorCode::unknown_name, {{"name", std::string("looks_for")}, {"value", std::string(name)}},
              "looks_for: expected time, things or speaker, got '" + std::string(name) + "'");
}

const std::array<Dimension, 7>& head_dimensions(LooksFor kind) {
  static const auto with = [](const Dimension& first, const Dimension& second) {
    std::array<Dimension, 7> dimensions;
    for (Index i = 0; i < subject_count; ++i) {
      dimensions[static_cast<std::size_t>(i)] =
          feature_dimensions()[static_cast<std::size_t>(feature::pe + i)];
    }
    dimensions[first_own] = first;
    dimensions[second_own] = second;
    return dimensions;
  };
  static const std::array<Dimension, 7> time =
      with(feature_dimensions()[feature::friday], feature_dimensions()[feature::other_day]);
  static const std::array<Dimension, 7> things =
      with(feature_dimensions()[feature::bring], {"thing", "东西", "things named"});
  static const std::array<Dimension, 7> speaker =
      with(feature_dimensions()[feature::teacher], {"tells", "不是提问", "tells, not asks"});
  switch (kind) {
    case LooksFor::time: return time;
    case LooksFor::things: return things;
    case LooksFor::speaker: return speaker;
  }
  return time;
}

Matrix<float> head_w_q(LooksFor kind, float gain) {
  return gain * asks_for(kind);
}

Matrix<float> head_w_k(LooksFor kind) {
  switch (kind) {
    case LooksFor::time: return asks_for(kind);
    case LooksFor::things: {
      Matrix<float> w = sees({{feature::bring, first_own}});
      w.col(second_own).tail(thing_count).setConstant(1);
      return w;
    }
    case LooksFor::speaker: return sees({{feature::teacher, first_own}, {feature::asks, second_own, -1}});
  }
  return {};
}

Matrix<float> heads_w_o() {
  return head_share * Matrix<float>::Identity(thing_count, thing_count).replicate(head_count, 1);
}

HeadsReading read_with_heads(const HeadsRequest& request) {
  const auto n = static_cast<Index>(request.messages.size());
  check_range("gain", request.gain, 0, 1000);
  const auto gain = static_cast<float>(request.gain);

  MultiHeadWeights<float> weights;
  weights.w_q =
      side_by_side([&](std::size_t i) { return head_w_q(request.looks_for[i], gain); }, head_key_count);
  weights.w_k = side_by_side([&](std::size_t i) { return head_w_k(request.looks_for[i]); }, head_key_count);
  weights.w_v = side_by_side([](std::size_t) { return w_v(); }, thing_count);
  weights.w_o = heads_w_o();
  MultiHeadOptions options;
  options.heads = head_count;
  options.on.assign(request.on.begin(), request.on.end());
  options.temperature = request.temperature;
  options.mask = visible_rows(request.erased, n);

  const Matrix<float> asked = features_asked(request.question, request.question_features);
  const Matrix<float> features = message_features(request.messages);
  const MultiHeadTrace<float> trace = multi_head(asked, features, features, weights, options);

  HeadsReading reading;
  reading.ledger.enter("question_features", asked);
  reading.ledger.enter("features", features);
  reading.ledger.enter("gain", gain);
  for (std::size_t i = 0; i < trace.heads.size(); ++i) {
    enter_head(reading.ledger, head_names[i], request.looks_for[i], weights, static_cast<Index>(i), trace,
               options);
    reading.order[i] = by_falling_weight(trace.heads[i].weights);
    reading.says[i] = answer_of(trace.heads[i].output);
  }
  enter_together(reading.ledger, weights, trace);
  reading.answer = answer_of(trace.output);
  return reading;
}

}  // namespace attn
