#include "core/chat/import.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "core/chat/import_formats.h"
#include "core/chat/utf8.h"
#include "core/tensor/error.h"

namespace attn {
namespace {

// Marks of writing direction (WhatsApp strews them) and the byte order mark.
constexpr std::array<std::string_view, 12> invisible{"\u200E", "\u200F", "\u202A", "\u202B",
                                                     "\u202C", "\u202D", "\u202E", "\u2066",
                                                     "\u2067", "\u2068", "\u2069", "\uFEFF"};
// No-break, narrow no-break (before am and pm) and the wide space of Chinese.
constexpr std::array<std::string_view, 3> spaces{"\u00A0", "\u202F", "\u3000"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view character) {
  return std::find(list.begin(), list.end(), character) != list.end();
}

/// Well-formed, with plain spaces only and none at either end.
std::string cleaned(std::string_view line) {
  std::string result;
  result.reserve(line.size());
  while (!line.empty()) {
    const std::size_t length = character_length(line);
    const std::string_view character = line.substr(0, std::max<std::size_t>(length, 1));
    line.remove_prefix(character.size());
    if (length == 0) {
      result += "\uFFFD";
    } else if (length == 1) {
      const bool control = character.front() < ' ' || character.front() == '\x7F';
      result += control ? ' ' : character.front();
    } else if (is_one_of(spaces, character)) {
      result += ' ';
    } else if (!is_one_of(invisible, character)) {
      result += character;
    }
  }
  return std::string(trimmed(result));
}

class Importer {
 public:
  void read(std::string_view line, int number) {
    if (line.empty() || is_notice(line)) return;
    if (const std::optional<Heading> heading = read_heading(line)) {
      begin(*heading);
    } else if (above_ == Above::message) {
      std::string& text = messages_.back().text;
      if (!text.empty()) text += '\n';
      text += line;
    } else if (above_ == Above::nothing) {
      const std::string text = excerpt(line, 40);
      throw Error(ErrorCode::unreadable_line, {{"line", static_cast<double>(number)}, {"text", text}},
                  "line " + std::to_string(number) + ": no name found in \"" + text + "\"");
    }
  }

  std::vector<Message> finish() {
    // What is left without a text was a picture the export dropped, or a message taken back.
    const auto silent = [](const Message& message) { return message.text.empty(); };
    std::erase_if(messages_, silent);
    if (messages_.empty()) throw Error(ErrorCode::empty_chat, {}, "the chat is empty: nobody says anything");
    int id = 0;
    for (Message& message : messages_) message.id = ++id;
    return std::move(messages_);
  }

 private:
  /// An export stamps every message, so below a stamp "Note: bring a rope" is a line of a message and
  /// not somebody called Note.
  std::optional<Heading> read_heading(std::string_view line) {
    if (const std::optional<Heading> heading = read_stamped_heading(line)) {
      is_export_ = true;
      return heading;
    }
    return is_export_ ? std::nullopt : read_plain_heading(line);
  }

  void begin(const Heading& heading) {
    above_ = heading.speaker.empty() ? Above::remark : Above::message;
    if (above_ == Above::remark) return;
    messages_.push_back(
        {0, std::string(heading.speaker), std::string(heading.time), std::string(heading.text)});
  }

  enum class Above { nothing, message, remark } above_ = Above::nothing;
  bool is_export_ = false;
  std::vector<Message> messages_;
};

}  // namespace

std::vector<Message> import_chat(std::string_view text) {
  Importer importer;
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    importer.read(cleaned(text.substr(0, end)), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return importer.finish();
}

}  // namespace attn
