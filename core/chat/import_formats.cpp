#include "core/chat/import_formats.h"

#include <algorithm>

#include "core/chat/stamp.h"

namespace attn {
namespace {

// No one has a longer name; it also bounds how much of a line is searched for one.
constexpr std::size_t longest_name = 80;  // bytes
constexpr std::size_t most_words = 4;

constexpr std::string_view wide_colon = "：";

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }
bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}
bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Between the marks of an export anything is a name, but for a remark that quotes something:
/// Lin changed the subject to "PE: Friday".
bool can_be_name(std::string_view name) {
  return !name.empty() && name.size() <= longest_name && !contains(name, "\"") && !contains(name, "“");
}

/// Where nothing else tells a name from a sentence: people have few words in theirs, and no commas.
bool looks_like_name(std::string_view name) {
  if (!can_be_name(name)) return false;
  for (const char* mark : {",", "!", "?", ";", "，", "。", "！", "？", "；", "…"}) {
    if (contains(name, mark)) return false;
  }
  return static_cast<std::size_t>(std::count(name.begin(), name.end(), ' ')) < most_words;
}

struct Split {
  std::string_view before, after;  // the first colon of a line, not trimmed
  bool wide;
};

std::optional<Split> split_at_colon(std::string_view line) {
  const std::string_view start = line.substr(0, longest_name + wide_colon.size());
  const std::size_t narrow_at = start.find(':');
  const std::size_t wide_at = start.find(wide_colon);
  if (narrow_at == wide_at) return std::nullopt;  // both npos
  if (narrow_at < wide_at) return Split{line.substr(0, narrow_at), line.substr(narrow_at + 1), false};
  return Split{line.substr(0, wide_at), line.substr(wide_at + wide_colon.size()), true};
}

/// After a stamp that takes a message or a remark of the program: without a name it is a remark.
Heading message_or_remark(std::string_view line, std::string_view time) {
  const std::optional<Split> split = split_at_colon(line);
  if (!split || !can_be_name(trimmed(split->before))) return {{}, time, line};
  return {trimmed(split->before), time, trimmed(split->after)};
}

/// [2024-05-01 17:02] Name: text, and WhatsApp on iOS: [01/05/24, 17:02:33] Name: text. People who
/// write this by hand write "[周四 17:02]" too, so any clock inside will do.
std::optional<Heading> bracketed(std::string_view line) {
  if (!starts_with(line, "[")) return std::nullopt;
  const std::size_t end = line.substr(0, longest_name).find(']');
  if (end == line.npos) return std::nullopt;
  const std::string_view time = line.substr(1, end - 1);
  const std::string_view rest = trimmed(line.substr(end + 1));
  if (!contains_clock(time) || rest.empty()) return std::nullopt;
  return message_or_remark(rest, time);
}

/// WhatsApp on Android: 01/05/2024, 17:02 - Name: text
std::optional<Heading> dashed(std::string_view line) {
  const std::optional<Stamp> stamp = take_stamp(line);
  if (!stamp || !starts_with(line, " - ")) return std::nullopt;
  return message_or_remark(trimmed(line.substr(3)), stamp->text);
}

/// Telegram: Name, [01.05.24 17:02]
std::optional<Heading> telegram(std::string_view line) {
  const std::size_t bracket = line.rfind(", [");
  if (bracket == line.npos || bracket > longest_name) return std::nullopt;
  std::string_view rest = line.substr(bracket + 3);
  const std::optional<Stamp> stamp = take_stamp(rest);
  if (!stamp || (rest != "]" && rest != "]:")) return std::nullopt;
  return Heading{trimmed(line.substr(0, bracket)), stamp->text, {}};
}

/// QQ puts the account after the name: 张三(12345)
std::string_view without_account(std::string_view name) {
  const std::size_t bracket = name.rfind('(');
  if (bracket == name.npos || bracket == 0 || name.back() != ')') return name;
  const std::string_view account = name.substr(bracket + 1, name.size() - bracket - 2);
  const bool numeric = !account.empty() && std::all_of(account.begin(), account.end(), is_digit);
  return numeric ? trimmed(name.substr(0, bracket)) : name;
}

/// WeChat and QQ: 张三 2024-05-01 17:02:33. Seconds are a mark of an export: people do not write them.
std::optional<Heading> name_then_stamp(std::string_view line) {
  for (std::size_t space = line.find(' '); space < longest_name; space = line.find(' ', space + 1)) {
    std::string_view rest = line.substr(space + 1);
    const std::optional<Stamp> stamp = take_stamp(rest);
    if (!stamp || !trimmed(rest).empty()) continue;
    const std::string_view name = trimmed(line.substr(0, space));
    if (!(stamp->to_the_second ? can_be_name(name) : looks_like_name(name))) return std::nullopt;
    return Heading{without_account(name), stamp->text, {}};
  }
  return std::nullopt;
}

/// QQ: 2024-05-01 17:02:33 张三(12345), and logs: 2024-05-01 17:02:33 Name: text. Only with seconds:
/// "3/5/2024 08:00 school gate" is something people write in a message.
std::optional<Heading> stamp_then_name(std::string_view line) {
  const std::optional<Stamp> stamp = take_stamp(line);
  if (!stamp || !stamp->to_the_second || !starts_with(line, " ")) return std::nullopt;
  const Heading heading = message_or_remark(trimmed(line), stamp->text);
  if (!heading.speaker.empty()) return heading;
  if (!can_be_name(heading.text)) return std::nullopt;
  return Heading{without_account(heading.text), stamp->text, {}};
}

}  // namespace

std::optional<Heading> read_stamped_heading(std::string_view line) {
  for (const auto format : {bracketed, dashed, telegram, name_then_stamp, stamp_then_name}) {
    if (const std::optional<Heading> heading = format(line)) return heading;
  }
  return std::nullopt;
}

std::optional<Heading> read_plain_heading(std::string_view line) {
  const std::optional<Split> split = split_at_colon(line);
  if (!split) return std::nullopt;
  const auto [before, after, wide] = *split;
  const std::string_view name = trimmed(before);
  const bool somebody = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  if (!looks_like_name(name) || !somebody) return std::nullopt;

  if (!wide && !after.empty()) {
    const bool clock = is_digit(before.back()) && is_digit(after.front());  // at 17:02
    const bool address = starts_with(after, "//");                          // https://…
    const bool smiley = after == ")" || after == "(" || (before.back() == ' ' && after.front() != ' ');
    if (clock || address || smiley) return std::nullopt;
  }
  return Heading{name, {}, trimmed(after)};
}

bool is_notice(std::string_view line) {
  for (const std::string_view ruler : {"===", "---", "———"}) {
    if (starts_with(line, ruler) && ends_with(line, ruler)) return true;
  }
  for (const std::string_view header : {"消息记录（", "消息分组:", "消息对象:"}) {  // QQ
    if (starts_with(line, header)) return true;
  }
  for (const std::string_view remark : {"撤回了一条消息", "recalled a message"}) {
    if (ends_with(line, remark) && !split_at_colon(line)) return true;
  }
  // As WhatsApp says it; a pupil who asks about it says it otherwise.
  return contains(line, "Messages and calls are end-to-end encrypted") || contains(line, "消息和通话都进行端到端加密");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace attn
