// What the class chat is able to notice in a text: sixteen things, each with a name.
//
// A real model learns its dimensions and nobody can name them. These are named on purpose, so that a
// pupil can read a Query, a Key and a Value like a form with ticks in it.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/chat/message.h"
#include "core/tensor/tensor.h"

namespace attn {

struct Dimension {
  std::string_view id, zh, en;
};

/// Names for the columns, so that code says w_k(feature::teacher, …) and not w_k(9, …).
namespace feature {
enum : Index {
  friday,
  other_day,
  pe,
  food,
  study,
  trip,
  duty,
  bring,
  asks,
  teacher,
  rope,
  trainers,
  ball,
  money,
  water,
  book,
};
}  // namespace feature

inline constexpr Index feature_count = 16;

const std::array<Dimension, 16>& feature_dimensions();

/// What a message mentions, [1 × 16]: 1 where it does, 0 where it does not. Presence and not a count:
/// nobody becomes more right by writing "Friday" three times, and a score stays a number of hits that
/// can be counted on one hand.
///
/// Only words are noticed, not what is done with them: "no ball" mentions a ball. Days such as
/// "tomorrow" count as no day, because which one they are depends on when it was written.
///
/// @param text     any bytes, in Chinese, English or both
/// @param speaker  decides `teacher`, and nothing else
RowVector<float> features(std::string_view text, std::string_view speaker = {});

/// [n × 16] One row a message: text and speaker.
Matrix<float> message_features(const std::vector<Message>& messages);

/// [1 × 16] As `features`, but `asks` counts only beside something a Key can be found by (friday … bring):
/// merely asking ("Which is the highest mountain?", "Where is my rope?") must not favour whoever sounds like
/// an answer.
Matrix<float> question_features(std::string_view question);

}  // namespace attn
