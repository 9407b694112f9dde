#include "core/chat/class_chat.h"

#include <iterator>

namespace attn {
namespace {

struct InBoth {
  const char* zh;
  const char* en;

  const char* in(Language language) const { return language == Language::zh ? zh : en; }
};

constexpr InBoth mr_wang{"王老师（体育）", "Mr Wang (PE)"};
constexpr InBoth ms_liu{"刘老师（班主任）", "Ms Liu (class teacher)"};
constexpr InBoth zihans_mum{"周子涵妈妈", "Zihan's mum"};
constexpr InBoth dapengs_dad{"马大鹏爸爸", "Dapeng's dad"};
constexpr InBoth linxiao{"林晓", "Lin Xiao"};
constexpr InBoth yiming{"赵一鸣", "Yiming"};
constexpr InBoth chensi{"陈思", "Chen Si"};
constexpr InBoth lixiang{"李想", "Li Xiang"};
constexpr InBoth zihan{"周子涵", "Zihan"};
constexpr InBoth haoran{"吴浩然", "Haoran"};
constexpr InBoth keke{"何可可", "Keke"};
constexpr InBoth tangtang{"唐棠", "Tang Tang"};
constexpr InBoth menglu{"孟璐", "Meng Lu"};
constexpr InBoth dapeng{"马大鹏", "Dapeng"};
constexpr InBoth xiaoyu{"宋小雨", "Xiaoyu"};
constexpr InBoth jiale{"郑家乐", "Jiale"};

constexpr InBoth wed{"周三", "Wed"};
constexpr InBoth thu{"周四", "Thu"};

struct Row {
  int id;
  InBoth day;
  const char* clock;
  InBoth speaker;
  InBoth text;
};

// Both languages stand side by side, so that neither can lose or gain a message.
constexpr Row rows[] = {
#include "core/chat/class_chat_messages.inc"
};

}  // namespace

std::vector<Message> class_chat(Language language) {
  std::vector<Message> messages;
  messages.reserve(std::size(rows));
  for (const Row& row : rows) {
    messages.push_back({row.id, row.speaker.in(language), std::string(row.day.in(language)) + ' ' + row.clock,
                        row.text.in(language)});
  }
  return messages;
}

}  // namespace attn
