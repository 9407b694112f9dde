// One bubble of a group chat.
#pragma once

#include <string>

namespace attn {

enum class Language { zh, en };

struct Message {
  int id;               // 1-based: what people see as #37
  std::string speaker;  // as the chat shows it: "王老师（体育）", "Mr Wang (PE)"
  std::string time;     // free text for display, such as "周四 17:05"; may be empty
  std::string text;
};

}  // namespace attn
