#include "core/chat/stamp.h"

#include <initializer_list>

namespace attn {
namespace {

// Each take_… removes from the front of `rest` what it recognises. After a failure `rest` may stand
// anywhere: only take_stamp, which works on a copy, promises to leave it alone.

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool take(std::string_view& rest, std::string_view expected) {
  if (rest.substr(0, expected.size()) != expected) return false;
  rest.remove_prefix(expected.size());
  return true;
}

bool take_one_of(std::string_view& rest, std::initializer_list<std::string_view> choices) {
  for (const std::string_view choice : choices) {
    if (take(rest, choice)) return true;
  }
  return false;
}

void take_spaces(std::string_view& rest) {
  while (take(rest, " ")) {
  }
}

/// A number of at most `max_digits` digits, and not one digit more.
std::optional<int> take_number(std::string_view& rest, int max_digits) {
  int value = 0;
  int digits = 0;
  for (; digits <= max_digits && !rest.empty() && is_digit(rest.front()); ++digits) {
    value = 10 * value + (rest.front() - '0');
    rest.remove_prefix(1);
  }
  if (digits == 0 || digits > max_digits) return std::nullopt;
  return value;
}

/// 01/05/24 · 2024-05-01 · 1.5.2024
bool take_numeric_date(std::string_view& rest) {
  if (!take_number(rest, 4) || rest.empty()) return false;
  const std::string_view separator = rest.substr(0, 1);
  if (!take_one_of(rest, {"/", "-", "."})) return false;
  return take_number(rest, 2) && take(rest, separator) && take_number(rest, 4);
}

/// 2024年5月1日 · 5月1日
bool take_chinese_date(std::string_view& rest) {
  if (!take_number(rest, 4)) return false;
  if (take(rest, "年") && !take_number(rest, 2)) return false;
  return take(rest, "月") && take_number(rest, 2) && take(rest, "日");
}

bool take_date(std::string_view& rest) {
  for (const auto format : {take_numeric_date, take_chinese_date}) {
    std::string_view attempt = rest;
    if (format(attempt)) {
      rest = attempt;
      return true;
    }
  }
  return false;
}

/// 17:02 · 17:02:33 · 5:02 pm · 下午5:02
bool take_clock(std::string_view& rest, bool& to_the_second) {
  take_one_of(rest, {"凌晨", "早上", "上午", "中午", "下午", "晚上"});
  take_spaces(rest);
  const std::optional<int> hour = take_number(rest, 2);
  if (!hour || *hour > 23 || !take(rest, ":")) return false;
  const std::optional<int> minute = take_number(rest, 2);
  if (!minute || *minute > 59) return false;
  to_the_second = take(rest, ":");
  if (to_the_second && !take_number(rest, 2)) return false;

  std::string_view half = rest;
  take_spaces(half);
  if (take_one_of(half, {"am", "pm", "AM", "PM", "a.m.", "p.m."})) rest = half;
  return true;
}

}  // namespace

std::optional<Stamp> take_stamp(std::string_view& rest) {
  std::string_view attempt = rest;
  if (!take_date(attempt)) return std::nullopt;
  const std::size_t before_gap = attempt.size();
  take(attempt, ",");
  take_spaces(attempt);
  bool to_the_second = false;
  if (attempt.size() == before_gap || !take_clock(attempt, to_the_second)) return std::nullopt;

  const Stamp stamp{rest.substr(0, rest.size() - attempt.size()), to_the_second};
  rest = attempt;
  return stamp;
}

bool contains_clock(std::string_view text) {
  for (std::size_t i = 1; i + 2 < text.size(); ++i) {
    if (text[i] == ':' && is_digit(text[i - 1]) && is_digit(text[i + 1]) && is_digit(text[i + 2]))
      return true;
  }
  return false;
}

}  // namespace attn
