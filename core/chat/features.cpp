#include "core/chat/features.h"

#include "core/chat/lexicon.h"

namespace attn {
namespace {

// The longest word wins, so a longer word needs no rule to protect it from a shorter one inside it:
// 球鞋 are trainers, not a ball, and 水果 is food, not water. English words are spelled out with their
// inflections: a rule that cuts off endings would turn "trainers" into "train".
const Lexicon& words_of_texts() {
  static const Lexicon lexicon{
      {feature::friday, "周五, 星期五, 礼拜五, friday, fridays, fri"},
      {feature::other_day,
       "周一, 周二, 周三, 周四, 周六, 周日, 周天, 周末, 星期一, 星期二, 星期三, 星期四, 星期六, 星期日, "
       "星期天, 礼拜一, 礼拜二, 礼拜三, 礼拜四, 礼拜六, 礼拜天, "
       "monday, mondays, mon, tuesday, tuesdays, tue, tues, wednesday, wednesdays, thursday, thursdays, "
       "thu, thurs, saturday, saturdays, sunday, sundays, weekend, weekends"},
      {feature::pe, "体育, ｐｅ, ＰＥ, pe, p.e., phys ed, gym class, gym lesson"},
      {feature::food,
       "饭, 餐, 吃, 饿, 食堂, 菜, 水果, 面包, 面条, 鸡腿, 包子, 饺子, 牛奶, 红烧肉, 肉, 番茄炒蛋, 零食, "
       "薯片, 带鱼, 海带, 苹果, 橘子, 饼干, 蛋糕, 辣条, 糖, 汤, "
       "lunch, lunches, lunchbox, breakfast, dinner, dinners, supper, tea time, food, meal, meals, eat, "
       "eats, eating, ate, eaten, hungry, starving, canteen, snack, snacks, vegetable, vegetables, veg, "
       "fruit, bread, noodles, rice, chicken, drumstick, drumsticks, pork, sausage, sausages, meat, bun, "
       "buns, dumpling, dumplings, milk, soup, egg, eggs, crisps, apple, apples, orange, oranges, "
       "biscuit, biscuits, cake, sweets, sandwich, sandwiches, 🍗, 🍚, 🍜, 🍱, 🍎"},
      {feature::study,
       "作业, 功课, 考试, 考, 测验, 小测, 默写, 听写, 背诵, 背书, 作文, 卷子, 试卷, 复习, 数学, 语文, "
       "英语, 物理, 历史, 地理, 生物, 单词, "
       "homework, test, tests, exam, exams, quiz, quizzes, dictation, essay, essays, revise, revising, "
       "revision, maths, english, chinese, physics, history, geography, biology, science, worksheet, "
       "worksheets, vocab"},
      {feature::trip, "春游, 秋游, 郊游, 出游, outing, outings, trip, trips, excursion"},
      {feature::duty,
       "值日, 值日生, 扫地, 拖地, 擦黑板, 倒垃圾, 大扫除, "
       "duty, duties, rota, sweep, sweeps, sweeping, swept, mop, mopping, mopped, wipe the board, "
       "wiping the board, bins"},
      {feature::bring,
       "带, 穿, 准备, 交, 需要, "
       "bring, brings, bringing, brought, wear, wears, wearing, wore, need, needs, needed, pack, packs, "
       "packed, packing, hand in, hands in, handed in, handing in, hand it in, hand them in"},
      {feature::asks,
       "？, 吗, 什么, 啥, 几点, 多少, 哪天, 哪里, 哪儿, 是不是, 要不要, 有没有, 能不能, "
       "?, what do, what does, what should, what shall, what time, when do, when is, when's, where do, "
       "where is, where's, how much, how many, which day, do i, do we, should i, should we, can i, "
       "can we, anyone know, does anyone"},
      {feature::rope, "跳绳, 绳, 绳子, rope, ropes"},
      {feature::trainers,
       "运动鞋, 球鞋, 跑鞋, "
       "trainer, trainers, sneakers, sports shoes, running shoes, gym shoes, 👟"},
      {feature::ball,
       "球, "
       "ball, balls, basketball, basketballs, football, footballs, volleyball, volleyballs, ping-pong, "
       "⚽, 🏀, 🏐"},
      {feature::money,
       "钱, 元, 缴费, 收费, 费用, 车费, ￥, "
       "money, cash, yuan, coin, coins, fee, fees, pay, pays, paid, paying, ¥, £, 💰"},
      {feature::water, "水, water, waters, bottle, bottles, 💧"},
      {feature::book,
       "书, 课本, 练习册, 本子, 作业本, 笔记本, "
       "book, books, textbook, textbooks, workbook, workbooks, exercise book, exercise books, notebook, "
       "notebooks, 📚, 📖"},

      // Longer words that only look like one of the above.
      {Lexicon::nothing,
       "一周五天, 周五次, 周一次, 周二次, 周三次, 周四次, 周六次, "                      // n times a week
       "体育馆, 体育场, 体育中心, "                                                      // a place
       "吃惊, 吃力, 吃亏, 菜鸟, 参考, 思考, 考虑, "                                      // 吃, 菜, 考
       "带头, 带队, 带领, 一带, 统一, 领带, 胶带, 磁带, 鞋带, 安全带, 穿越, 穿帮, "      // 带, 穿
       "交通, 交流, 交叉, 交换, 交朋友, 社交, 外交, 成交, 公交, "                        // 交
       "没什么, 什么的, 什么都, so do i, so do we, neither do i, neither do we, "        // no questions
       "地球, 气球, 全球, 星球, 月球, 眼球, 球场, 球队, 球迷, 球星, "                    // 球
       "元旦, 元宵, 公元, 单元, 状元, "                                                  // 元
       "水平, 墨水, 口水, 胶水, 香水, 薪水, 水彩, 潜水, 灌水, 水群, 泪水, 汗水, 水印, "  // 水
       "书包, 书法, 图书馆, 书记, 秘书, 证书"},                                          // 书
  };
  return lexicon;
}

const Lexicon& words_of_speakers() {
  static const Lexicon lexicon{
      {feature::teacher,
       "老师, 教练, 班主任, 校长, mr, mrs, ms, miss, sir, teacher, headteacher, head teacher, coach"},
  };
  return lexicon;
}

}  // namespace

const std::array<Dimension, 16>& feature_dimensions() {
  static constexpr std::array<Dimension, 16> dimensions{{
      {"friday", "周五", "Friday"},
      {"other_day", "其他日子", "other day"},
      {"pe", "体育课", "PE"},
      {"food", "吃的", "food"},
      {"study", "学习", "study"},
      {"trip", "春游", "trip"},
      {"duty", "值日", "duty"},
      {"bring", "带", "bring"},
      {"asks", "提问", "asks"},
      {"teacher", "老师", "teacher"},
      {"rope", "跳绳", "rope"},
      {"trainers", "运动鞋", "trainers"},
      {"ball", "球", "ball"},
      {"money", "钱", "money"},
      {"water", "水", "water"},
      {"book", "书本", "books"},
  }};
  return dimensions;
}

RowVector<float> features(std::string_view text, std::string_view speaker) {
  const Lexicon::Mentions mentions =
      words_of_texts().mentions_in(text) | words_of_speakers().mentions_in(speaker);
  RowVector<float> x(feature_count);
  for (Index i = 0; i < feature_count; ++i) x(i) = mentions[static_cast<std::size_t>(i)] ? 1.0f : 0.0f;
  return x;
}

Matrix<float> message_features(const std::vector<Message>& messages) {
  Matrix<float> result(static_cast<Index>(messages.size()), feature_count);
  for (Index i = 0; i < result.rows(); ++i) {
    const Message& message = messages[static_cast<std::size_t>(i)];
    result.row(i) = features(message.text, message.speaker);
  }
  return result;
}

Matrix<float> question_features(std::string_view question) {
  RowVector<float> found = features(question);
  const bool names_a_subject = (found.leftCols(feature::bring + 1).array() != 0).any();
  if (!names_a_subject) found(feature::asks) = 0;
  return found;
}

}  // namespace attn
