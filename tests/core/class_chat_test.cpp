#include "core/chat/class_chat.h"

#include <doctest/doctest.h>

#include <map>
#include <set>
#include <string>

#include "core/chat/features.h"
#include "core/chat/utf8.h"

using namespace attn;

namespace {

const std::vector<Message> zh = class_chat(Language::zh);
const std::vector<Message> en = class_chat(Language::en);

bool is_well_formed(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

}  // namespace

TEST_CASE("there are 200 messages, numbered from 1, in both languages") {
  REQUIRE(zh.size() == 200);
  REQUIRE(en.size() == 200);
  for (std::size_t i = 0; i < zh.size(); ++i) {
    CHECK(zh[i].id == static_cast<int>(i) + 1);
    CHECK(en[i].id == zh[i].id);
  }
}

TEST_CASE("#37 says what to bring and #38 is about lunch") {
  CHECK(zh[36].speaker == "王老师（体育）");
  CHECK(zh[36].time == "周四 17:05");
  CHECK(zh[36].text == "周五体育课，带跳绳和运动鞋。");
  CHECK(en[36].speaker == "Mr Wang (PE)");
  CHECK(en[36].time == "Thu 17:05");
  CHECK(en[36].text == "PE on Friday: bring a skipping rope and trainers.");
  CHECK(zh[37].text.find("午饭") != std::string::npos);
  CHECK(en[37].text.find("lunch") != std::string::npos);
}

TEST_CASE("speakers correspond one to one") {
  std::map<std::string, std::string> english_name;
  std::set<std::string> english_names;
  for (std::size_t i = 0; i < zh.size(); ++i) {
    const auto [known, is_new] = english_name.emplace(zh[i].speaker, en[i].speaker);
    CHECK(known->second == en[i].speaker);
    english_names.insert(en[i].speaker);
  }
  CHECK(english_name.size() == 16);  // 12 pupils, 2 teachers, 2 parents
  CHECK(english_names.size() == 16);
}

TEST_CASE("a message mentions the same in both languages") {
  for (std::size_t i = 0; i < zh.size(); ++i) {
    const RowVector<float> in_zh = features(zh[i].text, zh[i].speaker);
    const RowVector<float> in_en = features(en[i].text, en[i].speaker);
    for (Index d = 0; d < feature_count; ++d) {
      CAPTURE(zh[i].text);
      CAPTURE(en[i].text);
      CAPTURE(feature_dimensions()[static_cast<std::size_t>(d)].id);
      CHECK(in_zh(d) == in_en(d));
    }
  }
}

TEST_CASE("texts are well-formed UTF-8 and never empty") {
  for (const auto* chat : {&zh, &en}) {
    for (const Message& message : *chat) {
      CAPTURE(message.id);
      CHECK_FALSE(message.text.empty());
      CHECK(is_well_formed(message.text));
      CHECK(is_well_formed(message.speaker));
    }
  }
}

TEST_CASE("time does not run backwards") {
  for (std::size_t i = 1; i < zh.size(); ++i) {
    CAPTURE(zh[i].id);
    CHECK(en[i].time.substr(3) == zh[i].time.substr(std::string("周四").size()));
    if (en[i].time.substr(0, 3) == en[i - 1].time.substr(0, 3)) CHECK(en[i].time >= en[i - 1].time);
  }
  CHECK(en.front().time.substr(0, 3) == "Wed");
  CHECK(en.back().time.substr(0, 3) == "Thu");
}

TEST_CASE("only what people really repeat is repeated") {
  const std::set<std::string> repeated{"收到", "Got it", "+1", "[捂脸]", "[facepalm]"};
  for (const auto* chat : {&zh, &en}) {
    std::set<std::string> seen;
    for (const Message& message : *chat) {
      CAPTURE(message.text);
      CHECK((seen.insert(message.text).second || repeated.count(message.text) == 1));
    }
  }
}
