#include "core/chat/projections.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "core/chat/class_chat.h"

using namespace attn;

namespace {

struct Answer {
  std::vector<double> weights;  // of #1 … #200
  RowVector<double> things;

  double weight(int id) const { return weights[static_cast<std::size_t>(id) - 1]; }
  double thing(Index feature) const { return things(feature - feature::rope); }
  int top() const {
    int best = 1;
    for (int id = 2; id <= static_cast<int>(weights.size()); ++id) {
      if (weight(id) > weight(best)) best = id;
    }
    return best;
  }
};

/// softmax(q·kᵀ/√9)·V written out once more, in double and by hand, and without message `erased`.
Answer answer(Language language, std::string_view question, int erased = 0) {
  const Matrix<double> keys = w_k().cast<double>();
  const Matrix<double> values = w_v().cast<double>();
  const RowVector<double> q = features(question).cast<double>() * w_q().cast<double>();

  Answer result{{}, RowVector<double>::Zero(thing_count)};
  double sum = 0;
  for (const Message& message : class_chat(language)) {
    const RowVector<double> x = features(message.text, message.speaker).cast<double>();
    const double exp = message.id == erased ? 0 : std::exp(q.dot(x * keys) / 3);
    result.weights.push_back(exp);
    result.things += exp * (x * values);
    sum += exp;
  }
  for (double& weight : result.weights) weight /= sum;
  result.things /= sum;
  return result;
}

struct Asked {
  Language language;
  std::string_view question;
};
constexpr Asked opening[]{{Language::zh, "周五体育课要带什么？"},
                          {Language::en, "What do I bring to PE on Friday?"}};
constexpr Asked about_the_outing[]{{Language::zh, "春游要带什么？"},
                                   {Language::zh, "春游要交多少钱？"},
                                   {Language::en, "What do I bring on the spring outing?"},
                                   {Language::en, "How much money do I need for the spring outing?"}};

}  // namespace

TEST_CASE("W_Q, W_K and W_V have the shapes they say") {
  CHECK((w_q().rows() == feature_count && w_q().cols() == key_count));
  CHECK((w_k().rows() == feature_count && w_k().cols() == key_count));
  CHECK((w_v().rows() == feature_count && w_v().cols() == thing_count));
}

TEST_CASE("W_K keeps eight subjects and adds: answer = teacher - asks") {
  const Matrix<float> w = w_k();
  for (Index c = 0; c < 8; ++c) {
    CHECK(w(c, c) == 1.0f);
    CHECK(w.col(c).sum() == 1.0f);
  }
  CHECK(w(feature::teacher, 8) == 1.0f);
  CHECK(w(feature::asks, 8) == -1.0f);
  CHECK(w.col(8).cwiseAbs().sum() == 2.0f);
}

TEST_CASE("W_Q is the gain times: the subjects as they are, who asks looks for an answer") {
  CHECK(w_q(2.0f) == 2.0f * w_q(1.0f));
  CHECK(w_q() == w_q(default_gain));
  const RowVector<float> q = features("周五体育课要带什么？") * w_q(1.0f);
  CHECK(q == (RowVector<float>(9) << 1, 0, 1, 0, 0, 0, 0, 1, 1).finished());
}

TEST_CASE("the Key and Value of #37 by hand") {
  const RowVector<float> x = features("周五体育课，带跳绳和运动鞋。", "王老师（体育）");
  CHECK(x * w_k() == (RowVector<float>(9) << 1, 0, 1, 0, 0, 0, 0, 1, 1).finished());
  CHECK(x * w_v() == (RowVector<float>(6) << 1, 1, 0, 0, 0, 0).finished());
}

TEST_CASE("a thing without 'bring' is in the Value and not in the Key") {
  const RowVector<float> x = features("篮球");
  CHECK((x * w_k()).isZero());
  CHECK((x * w_v())(feature::ball - feature::rope) == 1.0f);
}

TEST_CASE("Keys and things are named like the features they come from") {
  for (std::size_t i = 0; i < 8; ++i) CHECK(key_dimensions()[i].id == feature_dimensions()[i].id);
  CHECK(key_dimensions()[8].id == "answer");
  for (std::size_t i = 0; i < 6; ++i) CHECK(thing_dimensions()[i].id == feature_dimensions()[10 + i].id);
}

TEST_CASE("the opening question: #37 holds about 0.80 and says rope and trainers") {
  for (const Asked& asked : opening) {
    CAPTURE(asked.question);
    const Answer a = answer(asked.language, asked.question);
    CHECK(a.top() == 37);
    CHECK(a.weight(37) >= 0.78);
    CHECK(a.weight(37) <= 0.82);
    CHECK(a.thing(feature::rope) > 0.5);
    CHECK(a.thing(feature::trainers) > 0.5);
    for (const Index other : {feature::ball, feature::money, feature::water, feature::book}) {
      CHECK(a.thing(other) < 0.15);
    }
  }
}

TEST_CASE("without #37 the class brings a ball") {
  for (const Asked& asked : opening) {
    CAPTURE(asked.question);
    const Answer a = answer(asked.language, asked.question, 37);
    CHECK(a.thing(feature::ball) > 0.5);
    for (const Index other :
         {feature::rope, feature::trainers, feature::money, feature::water, feature::book}) {
      CHECK(a.thing(other) < 0.2);
    }
  }
}

TEST_CASE("about the outing several teachers' messages agree, so no single one decides") {
  for (const Asked& asked : about_the_outing) {
    CAPTURE(asked.question);
    const Answer before = answer(asked.language, asked.question);
    const Answer after = answer(asked.language, asked.question, before.top());
    CHECK(before.weight(before.top()) < 0.2);
    for (const Answer& a : {before, after}) {
      CHECK(a.thing(feature::money) > 0.5);
      CHECK(a.thing(feature::water) > 0.5);
      for (const Index other : {feature::rope, feature::trainers, feature::ball, feature::book}) {
        CHECK(a.thing(other) < 0.2);
      }
    }
  }
}

TEST_CASE("both languages give the same weights") {
  CHECK(answer(Language::zh, opening[0].question).weights ==
        answer(Language::en, opening[1].question).weights);
}

TEST_CASE("a question nobody understands leaves the weights flat") {
  for (const char* question : {"世界上最高的山是哪座", "asdf", ""}) {
    CAPTURE(question);
    for (const double weight : answer(Language::zh, question).weights) {
      CHECK(weight == doctest::Approx(1.0 / 200).epsilon(1e-12));
    }
  }
}
