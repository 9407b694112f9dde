// 200 unread messages in the group chat of class 8-3, from Wednesday after school to Thursday night.
#pragma once

#include <vector>

#include "core/chat/message.h"

namespace attn {

/// The same 200 messages, ids 1 to 200, in either language. #37 is the one worth reading:
/// 「周五体育课，带跳绳和运动鞋。」 / "PE on Friday: bring a skipping rope and trainers."
std::vector<Message> class_chat(Language language);

}  // namespace attn
