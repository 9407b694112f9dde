// Numbers as people type them.
#pragma once

#include <string_view>

namespace attn {

/// Reads "0.5", ".5", "0,5", "1/2", "50 %", "-3", "−3", also in full-width characters ("５０％"), with
/// blanks around any part (not inside a number).
/// @throws Error(not_a_number) for anything else, with the text as its value
double parse_number(std::string_view text);

}  // namespace attn
