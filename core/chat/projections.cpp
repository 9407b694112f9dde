#include "core/chat/projections.h"

namespace attn {
namespace {

// Features, Keys and Values list what they share in the same order, so that identity blocks suffice.
constexpr Index subject_count = 8;
constexpr Index answer = 8;
static_assert(feature::friday == 0 && feature::bring == subject_count - 1);
static_assert(feature::rope == feature_count - thing_count && feature::book == feature_count - 1);

}  // namespace

const std::array<Dimension, 9>& key_dimensions() {
  static constexpr std::array<Dimension, 9> dimensions{{
      {"friday", "周五", "Friday"},
      {"other_day", "其他日子", "other day"},
      {"pe", "体育课", "PE"},
      {"food", "吃的", "food"},
      {"study", "学习", "study"},
      {"trip", "春游", "trip"},
      {"duty", "值日", "duty"},
      {"bring", "带", "bring"},
      {"answer", "像回答", "answer"},
  }};
  return dimensions;
}

const std::array<Dimension, 6>& thing_dimensions() {
  static constexpr std::array<Dimension, 6> dimensions{{
      {"rope", "跳绳", "skipping rope"},
      {"trainers", "运动鞋", "trainers"},
      {"ball", "球", "ball"},
      {"money", "钱", "money"},
      {"water", "水", "water"},
      {"book", "书本", "books"},
  }};
  return dimensions;
}

Matrix<float> w_q(float gain) {
  Matrix<float> w = Matrix<float>::Zero(feature_count, key_count);
  w.topLeftCorner(subject_count, subject_count).setIdentity();
  w(feature::asks, answer) = 1.0f;
  return gain * w;
}

Matrix<float> w_k() {
  Matrix<float> w = Matrix<float>::Zero(feature_count, key_count);
  w.topLeftCorner(subject_count, subject_count).setIdentity();
  w(feature::teacher, answer) = 1.0f;
  w(feature::asks, answer) = -1.0f;
  return w;
}

Matrix<float> w_v() {
  Matrix<float> w = Matrix<float>::Zero(feature_count, thing_count);
  w.bottomRows(thing_count).setIdentity();
  return w;
}

}  // namespace attn
