#include "core/chat/features.h"

#include <doctest/doctest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

using namespace attn;

namespace {

/// The ids of what a text mentions, in order: "friday pe bring".
std::string mentioned(std::string_view text, std::string_view speaker = {}) {
  const RowVector<float> x = features(text, speaker);
  std::string ids;
  for (Index i = 0; i < feature_count; ++i) {
    if (x(i) == 0) continue;
    if (!ids.empty()) ids += ' ';
    ids += feature_dimensions()[static_cast<std::size_t>(i)].id;
  }
  return ids;
}

}  // namespace

TEST_CASE("the opening question mentions the same in both languages") {
  CHECK(mentioned("周五体育课要带什么？") == "friday pe bring asks");
  CHECK(mentioned("What do I bring to PE on Friday?") == "friday pe bring asks");
}

TEST_CASE("a question needs no question mark") {
  CHECK(mentioned("周五体育课带什么") == "friday pe bring asks");
  CHECK(mentioned("what do i bring to pe on friday") == "friday pe bring asks");
  CHECK(mentioned("春游要交多少钱") == "trip bring asks money");
}

TEST_CASE("a text about nothing we know has no features") {
  for (const char* text : {"", " ", "世界上最高的山是哪座", "asdf", "哈哈哈哈哈😂", "[捂脸]", "+1"}) {
    CAPTURE(text);
    CHECK(features(text).isZero());
  }
}

TEST_CASE("every value is 0 or 1, however often a word stands there") {
  CHECK(features("Friday Friday FRIDAY 周五 星期五")(feature::friday) == 1.0f);
}

TEST_CASE("case does not matter") {
  CHECK(mentioned("FRIDAY") == "friday");
  CHECK(mentioned("Pe, P.E. and pE") == "pe");
}

TEST_CASE("the three ways of saying Friday in Chinese") {
  for (const char* text : {"周五", "星期五", "礼拜五"}) CHECK(mentioned(text) == "friday");
}

TEST_CASE("both languages may stand in one message") {
  CHECK(mentioned("周五PE课bring跳绳ok?") == "friday pe bring asks rope");
}

TEST_CASE("'people' is not PE") {
  CHECK(mentioned("people open pens; a recipe for hope") == "");
  CHECK(mentioned("PE's at ten, PE-kit") == "pe");
}

TEST_CASE("a train is no trainer, training neither") {
  CHECK(mentioned("the train was late after training") == "");
  CHECK(mentioned("trainers") == "trainers");
}

TEST_CASE("a basketball is a ball, a balloon and a ballet are not") {
  CHECK(mentioned("my basketball") == "ball");
  CHECK(mentioned("balloons, ballet, ballot") == "");
}

TEST_CASE("inflections are found, look-alikes are not") {
  for (const char* text : {"bringing", "brought", "wearing", "needed", "packs", "handing in", "hand it in"}) {
    CAPTURE(text);
    CHECK(mentioned(text) == "bring");
  }
  CHECK(mentioned("packet, needle, swearing, handing it to him") == "");
}

TEST_CASE("common words that abbreviate a weekday are left alone") {
  CHECK(mentioned("the cat sat in the sun") == "");
  CHECK(mentioned("see you Mon or Tues") == "other_day");
}

TEST_CASE("digits may touch a word") { CHECK(mentioned("30yuan") == "money"); }

TEST_CASE("a longer Chinese word hides the shorter one inside it") {
  CHECK(mentioned("体育馆") == "");
  CHECK(mentioned("水果") == "food");
  CHECK(mentioned("球鞋") == "trainers");
  CHECK(mentioned("带鱼") == "food");
  CHECK(mentioned("图书馆") == "");
  CHECK(mentioned("书包") == "");
  CHECK(mentioned("元旦坐公交去图书馆交流") == "");
  CHECK(mentioned("班长带头，老师带队，这一带有地球仪和气球") == "");
  CHECK(mentioned("每周五次") == "");
  CHECK(mentioned("没什么") == "");
}

TEST_CASE("the shorter word still counts where it stands alone") {
  CHECK(mentioned("体育馆上体育课") == "pe");
  CHECK(mentioned("水果和水") == "food water");
  CHECK(mentioned("球鞋和球") == "trainers ball");
  CHECK(mentioned("统一带水") == "bring water");
  CHECK(mentioned("带鱼要带吗") == "food bring asks");
}

TEST_CASE("'so do I' asks nothing") {
  CHECK(mentioned("So do I") == "");
  CHECK(mentioned("do I") == "asks");
}

TEST_CASE("the address of a web page mentions nothing") {
  CHECK(mentioned("https://example.org/ball?book=money") == "");
  CHECK(mentioned("see https://example.org/a?b=c 周五") == "friday");
  CHECK(mentioned("https://example.org/a?周五") == "friday");
}

TEST_CASE("emoji count as words") {
  CHECK(mentioned("🏀") == "ball");
  CHECK(mentioned("👟📚💧") == "trainers water book");
}

TEST_CASE("only words are noticed: 'no ball' mentions a ball") { CHECK(mentioned("no ball") == "ball"); }

TEST_CASE("a teacher is known by the speaker's name") {
  for (const char* speaker : {"王老师（体育）", "Mr Wang (PE)", "Ms Liu (class teacher)", "MRS GREEN",
                              "Miss A", "李教练", "Coach Li"}) {
    CAPTURE(speaker);
    CHECK(mentioned("", speaker) == "teacher");
  }
}

TEST_CASE("nobody else is a teacher") {
  for (const char* speaker : {"", "林晓", "Missy", "Sirius", "周子涵妈妈", "Dapeng's dad"}) {
    CAPTURE(speaker);
    CHECK(mentioned("", speaker) == "");
  }
  CHECK(mentioned("ask Mr Wang 王老师", "林晓") == "");
}

TEST_CASE("the speaker decides nothing but 'teacher'") {
  CHECK(mentioned("hello", "Mr Ball (PE, Fridays)") == "teacher");
}

TEST_CASE("dimensions have distinct ids and names short enough for a column head") {
  std::set<std::string_view> ids;
  for (const Dimension& dimension : feature_dimensions()) {
    CAPTURE(dimension.id);
    CHECK(ids.insert(dimension.id).second);
    CHECK(dimension.zh.size() <= 4 * 3);  // four characters
    CHECK(dimension.en.size() <= 10);
  }
  CHECK(feature_dimensions()[feature::book].id == "book");
}

TEST_CASE("any bytes are safe") {
  std::mt19937 random(1);
  std::string bytes(1 << 20, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random() & 0xFF);
  CHECK(features(bytes, bytes).allFinite());

  const std::string text = "周五体育课，带跳绳和运动鞋。";
  for (std::size_t from = 0; from < text.size(); ++from) {
    for (std::size_t length = 0; from + length <= text.size(); ++length) {
      const std::string cut = text.substr(from, length);
      CHECK(features(cut, cut).allFinite());
    }
  }
}

TEST_CASE("one long word takes linear time") {
  for (const char* unit : {"a", "球", "friday", "https://", "一周五"}) {
    std::string text;
    while (text.size() < (1 << 20)) text += unit;
    CHECK(features(text).allFinite());
  }
}
