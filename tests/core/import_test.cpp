#include "core/chat/import.h"

#include <doctest/doctest.h>

#include <chrono>
#include <random>
#include <string>
#include <vector>

#include "core/chat/class_chat.h"
#include "core/chat/features.h"
#include "core/chat/utf8.h"
#include "core/tensor/error.h"

using namespace attn;

namespace {

/// One line per message: "speaker|time|text", to compare a whole chat at once.
std::string imported(std::string_view text) {
  std::string lines;
  for (const Message& message : import_chat(text)) {
    if (!lines.empty()) lines += '\n';
    lines += message.speaker + '|' + message.time + '|' + message.text;
  }
  return lines;
}

ErrorCode error_of(std::string_view text) {
  try {
    import_chat(text);
  } catch (const Error& error) {
    return error.code();
  }
  FAIL("expected an error");
  return {};
}

constexpr std::string_view rope_and_reply = "王老师||带跳绳\n林晓||收到";

}  // namespace

TEST_CASE("'name: text' is a message, with either colon") {
  CHECK(imported("王老师：带跳绳\n林晓: 收到") == rope_and_reply);
  CHECK(imported("王老师:带跳绳\n林晓 : 收到") == rope_and_reply);
  CHECK(imported("Ms Liu (class teacher): no dogs: none") == "Ms Liu (class teacher)||no dogs: none");
}

TEST_CASE("messages are numbered from 1") {
  const std::vector<Message> chat = import_chat("a: x\nb: y");
  CHECK(chat[0].id == 1);
  CHECK(chat[1].id == 2);
}

TEST_CASE("a name may stand alone, the text below it") {
  CHECK(imported("王老师：\n带跳绳\n林晓:\n收到") == rope_and_reply);
}

TEST_CASE("[date time] name: text") {
  CHECK(imported("[2024-05-01 17:02] 王老师：带跳绳\n[周四 17:05] 林晓: 收到") ==
        "王老师|2024-05-01 17:02|带跳绳\n林晓|周四 17:05|收到");
}

TEST_CASE("WhatsApp on iOS") {
  CHECK(imported("\u200E[01/05/24, 17:02:33] Class 8-3: \u200EMessages and calls are end-to-end encrypted.\n"
                 "[01/05/24, 17:02:33] Mr Wang: bring a rope\n"
                 "[01/05/24, 5:03:10\u202FPM] Lin: got it\nand trainers") ==
        "Mr Wang|01/05/24, 17:02:33|bring a rope\nLin|01/05/24, 5:03:10 PM|got it\nand trainers");
}

TEST_CASE("WhatsApp on Android") {
  CHECK(imported("01/05/2024, 17:01 - Messages and calls are end-to-end encrypted. No one outside can read.\n"
                 "01/05/2024, 17:01 - Lin created group \"PE: Friday\"\n"
                 "01/05/2024, 17:02 - Mr Wang: bring a rope\n"
                 "5/1/24, 5:03\u202Fpm - +44 20 7946 0018: got it\n"
                 "01.05.24, 17:04 - Anna, die Erste!: me too") ==
        "Mr Wang|01/05/2024, 17:02|bring a rope\n+44 20 7946 0018|5/1/24, 5:03 pm|got it\n"
        "Anna, die Erste!|01.05.24, 17:04|me too");
}

TEST_CASE("WhatsApp in Chinese, with a twelve-hour clock") {
  CHECK(imported("[2024/5/1 下午5:02:33] 王老师: 带跳绳\n2024/5/1 下午5:03 - 林晓: 收到") ==
        "王老师|2024/5/1 下午5:02:33|带跳绳\n林晓|2024/5/1 下午5:03|收到");
}

TEST_CASE("WeChat: name and time on a line of their own") {
  CHECK(imported("王老师 2024-05-01 17:02:33\n带跳绳\n\n林晓  2024年5月1日 17:03\n收到") ==
        "王老师|2024-05-01 17:02:33|带跳绳\n林晓|2024年5月1日 17:03|收到");
}

TEST_CASE("QQ: header, accounts, and what the program says itself") {
  CHECK(imported("消息记录（此消息记录为文本格式，不支持重新导入）\n\n"
                 "================================================================\n"
                 "消息分组:我的QQ群\n"
                 "================================================================\n"
                 "消息对象:初二（3）班\n"
                 "================================================================\n\n"
                 "2024-05-01 17:02:33 王老师(12345)\n带跳绳\n\n"
                 "2024-05-01 17:02:50 系统消息(10000)\n林晓撤回了一条消息\n\n"
                 "2024-05-01 17:03:00 林晓(67890)\n收到\n你撤回了一条消息\n") ==
        "王老师|2024-05-01 17:02:33|带跳绳\n林晓|2024-05-01 17:03:00|收到");
}

TEST_CASE("Telegram: name, [date time]") {
  CHECK(imported("Mr Wang, [01.05.24 17:02]\nbring a rope\n\nLin, Xiao, [01.05.24 17:03]:\ngot it") ==
        "Mr Wang|01.05.24 17:02|bring a rope\nLin, Xiao|01.05.24 17:03|got it");
}

TEST_CASE("a log: date time name: text") {
  CHECK(imported("2024-05-01 17:02:33 王老师: 带跳绳") == "王老师|2024-05-01 17:02:33|带跳绳");
}

TEST_CASE("our own class chat survives the way out and in") {
  for (const Language language : {Language::zh, Language::en}) {
    const std::vector<Message> chat = class_chat(language);
    std::string text;
    for (const Message& m : chat) text += '[' + m.time + "] " + m.speaker + "：" + m.text + '\n';
    const std::vector<Message> back = import_chat(text);
    REQUIRE(back.size() == chat.size());
    for (std::size_t i = 0; i < chat.size(); ++i) {
      CHECK(back[i].id == chat[i].id);
      CHECK(back[i].speaker == chat[i].speaker);
      CHECK(back[i].time == chat[i].time);
      CHECK(back[i].text == chat[i].text);
    }
  }
}

TEST_CASE("lines without a name belong to the message above") {
  CHECK(imported("王老师：带\n跳绳\n\n和鞋\n林晓：收到") == "王老师||带\n跳绳\n和鞋\n林晓||收到");
}

TEST_CASE("an address, a clock time or a smiley is not a name") {
  CHECK(imported("Lin: look\nhttps://example.org/a:b\nsee https://example.org\nat 17:02: the bus\n17:02\n:)\n"
                 "haha :D\nhaha:)") ==
        "Lin||look\nhttps://example.org/a:b\nsee https://example.org\nat 17:02: the bus\n17:02\n:)\n"
        "haha :D\nhaha:)");
}

TEST_CASE("a sentence before a colon is not a name") {
  CHECK(imported("Lin: hi\nAnd then, he said: no\n我想了想，决定：不去\nthis is what I think of it: no") ==
        "Lin||hi\nAnd then, he said: no\n我想了想，决定：不去\nthis is what I think of it: no");
}

TEST_CASE("a date in a message does not begin another one") {
  CHECK(imported("[2024-05-01 17:02] Lin: we meet\n03/05/2024 08:00 at the gate") ==
        "Lin|2024-05-01 17:02|we meet\n03/05/2024 08:00 at the gate");
}

TEST_CASE("below a stamp 'Note: …' is a line of the message, not somebody called Note") {
  CHECK(imported("[2024-05-01 17:02] Lin: hi\nNote: bring a rope") ==
        "Lin|2024-05-01 17:02|hi\nNote: bring a rope");
  CHECK(imported("Lin: hi\nNote: bring a rope") == "Lin||hi\nNote||bring a rope");
}

TEST_CASE("a byte order mark, Windows line ends, odd spaces and direction marks leave no trace") {
  CHECK(imported("\uFEFF王老师：带跳绳\r\n\r\n\u200E林晓\u3000:\u00A0收到\u200F\r\n") == rope_and_reply);
}

TEST_CASE("emoji joined from several stay joined") { CHECK(imported("Lin: 👩\u200D🏫") == "Lin||👩\u200D🏫"); }

TEST_CASE("a message without a text is left out") { CHECK(imported("王老师：\n林晓：收到") == "林晓||收到"); }

TEST_CASE("a line that belongs to nobody is reported with its number and a short excerpt") {
  try {
    import_chat("\n\n" + std::string(50, 'x') + "\nLin: hi");
    FAIL("expected an error");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::unreadable_line);
    CHECK(error.values()[0] == std::pair<std::string, Error::Value>{"line", 3.0});
    CHECK(error.values()[1] == std::pair<std::string, Error::Value>{"text", std::string(40, 'x') + "…"});
    CHECK(std::string(error.what()).substr(0, 7) == "line 3:");
  }
}

TEST_CASE("an excerpt never cuts a character in two") {
  CHECK(excerpt("体育课", 2) == "体育…");
  CHECK(excerpt("体育课", 3) == "体育课");
  CHECK(excerpt("", 3) == "");
}

TEST_CASE("nothing at all is an empty chat") {
  for (const char* text : {"", "\n \r\n\t", "\uFEFF", "王老师：", "=====", "张三撤回了一条消息"}) {
    CAPTURE(text);
    CHECK(error_of(text) == ErrorCode::empty_chat);
  }
}

TEST_CASE("bytes that are not UTF-8 become U+FFFD") {
  CHECK(imported("Lin: a\xFF"
                 "b\xE4\xBD") == "Lin||a\uFFFDb\uFFFD\uFFFD");
  CHECK(imported("Lin: \xED\xA0\x80") == "Lin||\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("characters are told from bytes that only look like them") {
  CHECK(character_length("a") == 1);
  CHECK(character_length("é") == 2);
  CHECK(character_length("课") == 3);
  CHECK(character_length("😂") == 4);
  for (const char* wrong : {"", "\x80", "\xC0\x80", "\xC3", "\xE0\x80\x80", "\xED\xA0\x80",
                            "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE8\xAF("}) {
    CHECK(character_length(wrong) == 0);
  }
}

TEST_CASE("10,000 lines take a moment, not a minute") {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "[2024-05-01 17:02] Lin: 周五体育课，带跳绳和运动鞋。\n";
  const auto start = std::chrono::steady_clock::now();
  CHECK(import_chat(text).size() == 10000);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

TEST_CASE("hostile lines take linear time") {
  for (const char* unit : {":", "：", " ", ", [", "[", "1:", "2024-05-01 17:02:33 ", "\n:", "a: \n", "(1)"}) {
    std::string text = "Lin: ";
    while (text.size() < (1 << 20)) text += unit;
    const auto start = std::chrono::steady_clock::now();
    CHECK_FALSE(import_chat(text + "end").empty());
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
  }
}

TEST_CASE("a pupil may ask about encryption without being taken for a notice") {
  CHECK(import_chat("Ben: is this end-to-end encrypted?").size() == 1);
}

TEST_CASE("20,000 mutated chats: a chat or an error of ours, nothing else") {
  const std::vector<std::string> seeds{
      "王老师：带跳绳\n林晓: 收到\nat 17:02: bus https://a.b?c\n",
      "[01/05/24, 5:02:33\u202FPM] Mr Wang: rope\r\n\u200E[01/05/24, 17:02:33] Lin: ok\r\n",
      "01/05/2024, 17:02 - Mr Wang: rope\n01/05/2024, 17:03 - Lin left\n",
      "===\n消息对象:班\n2024-05-01 17:02:33 张三(12345)\n你好\n",
      "张三 2024年5月1日 下午5:02\n周五\nMr Wang, [01.05.24 17:02]\nrope\n"};
  std::mt19937 random(37);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
  for (int round = 0; round < 20000; ++round) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t changes = 1 + below(8); changes > 0 && !text.empty(); --changes) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0: text[at] = static_cast<char>(below(256)); break;
        case 1: text.erase(at, 1 + below(6)); break;
        case 2: text.insert(at, text.substr(below(text.size()), below(12))); break;
        case 3: text.insert(at, 1, ":[] \n,-(0"[below(9)]); break;
      }
    }
    try {
      for (const Message& message : import_chat(text)) features(message.text, message.speaker);
    } catch (const Error& error) {
      const bool ours = error.code() == ErrorCode::unreadable_line || error.code() == ErrorCode::empty_chat;
      CHECK(ours);
    }
  }
}
