// Dates and times of day as chat programs write them at the head of a message.
#pragma once

#include <optional>
#include <string_view>

namespace attn {

struct Stamp {
  std::string_view text;
  bool to_the_second;
};

/// If `rest` begins with a date and a time ("01/05/24, 5:02 pm", "2024年5月1日 下午5:02"), takes both
/// off its front.
std::optional<Stamp> take_stamp(std::string_view& rest);

/// Whether a time such as 17:02 stands anywhere in the text.
bool contains_clock(std::string_view text);

}  // namespace attn
