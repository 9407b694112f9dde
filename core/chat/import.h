// A learner's own chat, pasted from whatever program it was in.
#pragma once

#include <string_view>
#include <vector>

#include "core/chat/message.h"

namespace attn {

/// Reads "Name: text" as people type it, and the exports of WeChat, QQ, WhatsApp and Telegram. Lines
/// that begin no message belong to the one above. The result is numbered from 1, never empty, and
/// well-formed UTF-8 whatever came in.
///
/// Takes time linear in the length of the text.
///
/// @throws Error(unreadable_line) for a line that begins no message and has none above it,
///         Error(empty_chat) if nobody says anything
std::vector<Message> import_chat(std::string_view text);

}  // namespace attn
