// The first line of a message, in each of the ways chat programs write it down.
#pragma once

#include <optional>
#include <string_view>

namespace attn {

/// Views into the line. No speaker: the chat program itself speaks ("… created the group").
/// No text: it follows on the next lines.
struct Heading {
  std::string_view speaker, time, text;
};

/// "[01/05/24, 17:02:33] Name: text", "Name, [01.05.24 17:02]", "Name 2024-05-01 17:02:33", …
/// @param line  trimmed, well-formed, with plain spaces only
std::optional<Heading> read_stamped_heading(std::string_view line);

/// "Name: text", "Name：text", "Name:"
std::optional<Heading> read_plain_heading(std::string_view line);

/// Rulers, file headers and remarks of the program that stand between the messages of an export.
bool is_notice(std::string_view line);

/// The text without spaces at either end.
std::string_view trimmed(std::string_view text);

}  // namespace attn
