// Where the characters of a text begin and end.
#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Bytes of the well-formed UTF-8 character a text begins with; 0 if it does not begin with one.
std::size_t character_length(std::string_view text);

/// At most `characters` characters of a well-formed text, then "…" if there were more.
std::string excerpt(std::string_view text, std::size_t characters);

}  // namespace attn
