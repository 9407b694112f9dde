#include "core/chat/reading.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "core/chat/class_chat.h"
#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr Index row_37 = 36;

ReadingRequest friday(Language language) {
  ReadingRequest request;
  request.messages = class_chat(language);
  request.question = language == Language::zh ? "周五体育课要带什么？" : "What do I bring to PE on Friday?";
  return request;
}

constexpr Language languages[] = {Language::zh, Language::en};

const Matrix<float>& weights(const Reading& reading) { return reading.ledger.values("weights"); }
float number(const Reading& reading, const char* name) { return reading.ledger.values(name)(0, 0); }

bool has(const Ledger& ledger, const std::string& name) {
  return std::any_of(ledger.entries().begin(), ledger.entries().end(),
                     [&](const Ledger::Entry& entry) { return entry.name == name; });
}

std::vector<std::string> brought(const Reading& reading) {
  std::vector<std::string> things;
  for (const AnsweredThing& thing : reading.answer) {
    things.push_back(std::string(thing_dimensions()[static_cast<std::size_t>(thing.thing)].id) +
                     (thing.certainty == Certainty::bring ? "" : "?"));
  }
  return things;
}

std::vector<Index> all_rows(Index n) {
  std::vector<Index> rows;
  for (Index row = 0; row < n; ++row) rows.push_back(row);
  return rows;
}

ReadingRequest own(std::vector<std::string> texts, std::string question) {
  ReadingRequest request;
  for (std::string& text : texts) {
    request.messages.push_back({static_cast<int>(request.messages.size()) + 1, "", "", std::move(text)});
  }
  request.question = std::move(question);
  return request;
}

}  // namespace

// ── The opening state ───────────────────────────────────────────────────────────────────────────

TEST_CASE("message 37 holds about four fifths of the weight, in both languages") {
  for (Language language : languages) {
    const Reading reading = read_chat(friday(language));
    CHECK(weights(reading)(0, row_37) >= 0.78f);
    CHECK(weights(reading)(0, row_37) <= 0.82f);
    CHECK(reading.order[0] == row_37);
    CHECK(reading.understood);
  }
}

TEST_CASE("the answer is a rope and trainers, and nothing else") {
  for (Language language : languages) {
    std::vector<std::string> things = brought(read_chat(friday(language)));
    std::sort(things.begin(), things.end());
    CHECK(things == std::vector<std::string>{"rope", "trainers"});
  }
}

TEST_CASE("the weights of all 200 messages sum to one") {
  for (Language language : languages) {
    const Reading reading = read_chat(friday(language));
    CHECK(weights(reading).cols() == 200);
    CHECK(number(reading, "total_weight") == doctest::Approx(1).epsilon(1e-6));
    CHECK((weights(reading).array() > 0).all());
  }
}

TEST_CASE("both languages give every message the same features that count") {
  // The two chats are one chat: same Keys, hence the same weights.
  const Reading zh = read_chat(friday(Language::zh));
  const Reading en = read_chat(friday(Language::en));
  CHECK(weights(zh)(0, row_37) == doctest::Approx(weights(en)(0, row_37)).epsilon(0.02));
}

// ── The ledger ──────────────────────────────────────────────────────────────────────────────────

TEST_CASE("every cell of a reading's ledger follows from its operands") {
  Random random(1);
  for (Language language : languages) {
    for (double temperature : {0., 0.05, 1., 8.}) {
      ReadingRequest request = friday(language);
      request.temperature = temperature;
      for (int i = 0; i < 5; ++i) request.erased.push_back(static_cast<Index>(random.below(200)));
      request.picked = {row_37, 3, static_cast<Index>(random.below(200)), request.erased[0]};
      const Reading reading = read_chat(request);
      CAPTURE(temperature);
      CHECK(first_wrong_cell(reading.ledger) == "");
    }
  }
}

TEST_CASE("every cell follows also where nothing is looked at, and where the textbook formula overflows") {
  ReadingRequest hidden = friday(Language::en);
  hidden.erased = all_rows(200);
  hidden.picked = {1, 2};
  CHECK(first_wrong_cell(read_chat(hidden).ledger) == "");

  ReadingRequest hot = friday(Language::en);
  hot.gain = 1000;
  const Reading overflowing = read_chat(hot);
  CHECK(std::isinf(number(overflowing, "naive_sums")));
  CHECK(has_nan(overflowing.ledger.values("naive_weights")));
  CHECK(all_finite(weights(overflowing)));
  CHECK(first_wrong_cell(overflowing.ledger) == "");

  CHECK(first_wrong_cell(read_chat(own({}, "PE on Friday?")).ledger) == "");
}

TEST_CASE("only inputs are given: everything else in a reading can say where it comes from") {
  ReadingRequest request = friday(Language::en);
  request.picked = {1};
  CHECK(given_entries(read_chat(request).ledger) ==
        std::vector<std::string>{"question_features", "features", "gain", "w_q_pattern", "w_k", "w_v", "d_k",
                                 "temperature", "mask", "bring_from", "perhaps_from", "picked_count"});
}

TEST_CASE("no two entries of a ledger share a name") {
  ReadingRequest request = friday(Language::en);
  request.picked = {1};
  const Ledger ledger = read_chat(request).ledger;
  std::vector<std::string> names;
  for (const Ledger::Entry& entry : ledger.entries()) names.push_back(entry.name);
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("the walk ends where attention ends") {
  const Reading reading = read_chat(friday(Language::zh));
  const Matrix<float>& partial_sums = reading.ledger.values("partial_sums");
  const Matrix<float> scores = reading.ledger.values("scores").transpose();
  CHECK(distance(Matrix<float>(partial_sums.rightCols(1)), scores) < 1e-5);

  const Matrix<float>& blend = reading.ledger.values("blend");
  CHECK(distance(Matrix<float>(blend.bottomRows(1)), reading.ledger.values("output")) < 1e-6);

  const Matrix<float>& rest = reading.ledger.values("rest_weights");
  CHECK(rest.cols() == 201);
  CHECK(rest(0, 0) == doctest::Approx(1).epsilon(1e-6));
  CHECK(rest(0, 1) == doctest::Approx(1 - weights(reading)(0, row_37)).epsilon(1e-5));
  CHECK(rest(0, 200) == 0.f);

  const Matrix<float>& v = reading.ledger.values("v");
  CHECK(same(reading.ledger.values("top_output"), Matrix<float>(v.row(row_37))));
}

TEST_CASE("asked_count says how many places of the Query ask for something") {
  // Friday, PE, bring, and that it is a question.
  for (Language language : languages) CHECK(number(read_chat(friday(language)), "asked_count") == 4);
  CHECK(number(read_chat(own({"a"}, "qwertz")), "asked_count") == 0);
}

TEST_CASE("the order runs by falling weight, and equal weights keep their order in the chat") {
  const Reading reading = read_chat(friday(Language::en));
  std::vector<Index> sorted = reading.order;
  std::sort(sorted.begin(), sorted.end());
  CHECK(sorted == all_rows(200));
  for (std::size_t m = 1; m < reading.order.size(); ++m) {
    const Index before = reading.order[m - 1], after = reading.order[m];
    const float a = weights(reading)(0, before), b = weights(reading)(0, after);
    REQUIRE((a > b || (a == b && before < after)));
  }
}

// ── Erasing ─────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("erased messages hold no weight, and the others still share all of it") {
  for (Language language : languages) {
    ReadingRequest request = friday(language);
    request.erased = {row_37, 0, 199};
    const Reading reading = read_chat(request);
    for (Index row : request.erased) CHECK(weights(reading)(0, row) == 0.f);
    CHECK(number(reading, "total_weight") == doctest::Approx(1).epsilon(1e-6));
    CHECK(reading.order[0] != row_37);
  }
}

TEST_CASE("erasing a message is the same as deleting it") {
  ReadingRequest erased = friday(Language::en);
  erased.erased = {row_37, 100};
  ReadingRequest deleted = friday(Language::en);
  deleted.messages.erase(deleted.messages.begin() + 100);
  deleted.messages.erase(deleted.messages.begin() + row_37);
  CHECK(distance(read_chat(erased).ledger.values("output"), read_chat(deleted).ledger.values("output")) <
        1e-6);
  CHECK(brought(read_chat(erased)) == brought(read_chat(deleted)));
}

TEST_CASE("with everything erased the output is 0 and there is no answer") {
  ReadingRequest request = friday(Language::zh);
  request.erased = all_rows(200);
  for (double temperature : {0., 1.}) {
    request.temperature = temperature;
    const Reading reading = read_chat(request);
    CHECK((reading.ledger.values("output").array() == 0).all());
    CHECK((weights(reading).array() == 0).all());
    CHECK(number(reading, "total_weight") == 0.f);
    CHECK(reading.answer.empty());
    CHECK(reading.understood);
    CHECK(reading.order == all_rows(200));
  }
}

TEST_CASE("a message erased twice is erased once") {
  ReadingRequest once = friday(Language::en), twice = friday(Language::en);
  once.erased = {5, row_37};
  twice.erased = {row_37, 5, row_37, 5, 5};
  CHECK(same(weights(read_chat(once)), weights(read_chat(twice))));
}

// ── The question ────────────────────────────────────────────────────────────────────────────────

TEST_CASE("a question of unknown words looks at all messages alike, and says so") {
  for (const char* question : {"", "qwertz", "😀😀", "〇"}) {
    ReadingRequest request = friday(Language::en);
    request.question = question;
    const Reading reading = read_chat(request);
    CAPTURE(question);
    CHECK(!reading.understood);
    CHECK((weights(reading).array() == 1.f / 200).all());
    CHECK(reading.order == all_rows(200));
    CHECK(reading.answer.empty());
  }
}

TEST_CASE("with a gain of 0 all weights are equal, though the question is understood") {
  ReadingRequest request = friday(Language::zh);
  request.gain = 0;
  const Reading reading = read_chat(request);
  CHECK((weights(reading).array() == 1.f / 200).all());
  CHECK(reading.understood);
}

TEST_CASE("a larger gain gives the best message more") {
  float before = 0;
  for (double gain : {0., 3., 9., 20., 1000.}) {
    ReadingRequest request = friday(Language::en);
    request.gain = gain;
    const float now = weights(read_chat(request))(0, row_37);
    CHECK(now > before);
    before = now;
  }
  CHECK(before == doctest::Approx(1));
}

TEST_CASE("features dragged by hand replace the words of the question") {
  const ReadingRequest typed = friday(Language::en);
  ReadingRequest dragged = typed;
  dragged.question = "lunch?";
  dragged.question_features = read_chat(typed).ledger.values("question_features");
  CHECK(same(weights(read_chat(dragged)), weights(read_chat(typed))));

  (*dragged.question_features)(0, feature::friday) = 0.5f;
  const Reading half = read_chat(dragged);
  CHECK(half.ledger.values("q")(0, 0) == doctest::Approx(0.5 * default_gain));
}

TEST_CASE("Query, Keys and Values are the features times their matrices") {
  const Ledger ledger = read_chat(friday(Language::zh)).ledger;
  const auto product = [&](const char* x, const char* w) {
    return Matrix<float>(ledger.values(x) * ledger.values(w));
  };
  CHECK(distance(ledger.values("q"), product("question_features", "w_q")) < 1e-6);
  CHECK(distance(ledger.values("k"), product("features", "w_k")) < 1e-6);
  CHECK(distance(ledger.values("v"), product("features", "w_v")) < 1e-6);
  CHECK(ledger.values("gain")(0, 0) == default_gain);
}

// ── Temperature ─────────────────────────────────────────────────────────────────────────────────

TEST_CASE("at temperature 0 message 37 takes all, and the textbook formula is left out") {
  ReadingRequest request = friday(Language::en);
  request.temperature = 0;
  const Reading reading = read_chat(request);
  CHECK(weights(reading)(0, row_37) == 1.f);
  for (const char* name : {"naive_exponents", "naive_exps", "naive_sums", "naive_weights"}) {
    CHECK(!has(reading.ledger, name));
    CHECK(has(read_chat(friday(Language::en)).ledger, name));
  }
}

TEST_CASE("temperatures too small for a float are read as 0, not refused") {
  for (double temperature : {1e-39, 1e-44, 1e-300}) {
    ReadingRequest request = friday(Language::en);
    request.temperature = temperature;
    const Reading reading = read_chat(request);
    CHECK(weights(reading)(0, row_37) == 1.f);
    CHECK(!has(reading.ledger, "naive_weights"));
    CHECK(first_wrong_cell(reading.ledger) == "");
  }
}

TEST_CASE("a huge temperature shares the weight evenly") {
  ReadingRequest request = friday(Language::en);
  request.temperature = 1e30;
  CHECK(distance(weights(read_chat(request)), Matrix<float>(Matrix<float>::Constant(1, 200, 1.f / 200))) <
        1e-8);
}

// ── Picks ───────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("picks are compared with as many of the engine's own") {
  ReadingRequest request = friday(Language::en);
  const std::vector<Index> order = read_chat(request).order;
  const Index second = order[1], last = order[199];
  request.picked = {row_37, last, second};
  const Reading reading = read_chat(request);
  const Matrix<float>& w = weights(reading);
  CHECK(number(reading, "picked_count") == 3);
  CHECK(number(reading, "picked_weight") == doctest::Approx(w(0, row_37) + w(0, last) + w(0, second)));
  CHECK(number(reading, "best_weight") == doctest::Approx(w(0, order[0]) + w(0, order[1]) + w(0, order[2])));
  CHECK(same(reading.ledger.values("agreed"), Matrix<float>{{1, 0, 1}}));
  CHECK(number(reading, "agreed_count") == 2);
}

TEST_CASE("the engine's own picks agree with the engine") {
  ReadingRequest request = friday(Language::zh);
  const std::vector<Index> order = read_chat(request).order;
  request.picked.assign(order.begin(), order.begin() + 10);
  std::reverse(request.picked.begin(), request.picked.end());
  const Reading reading = read_chat(request);
  CHECK(number(reading, "agreed_count") == 10);
  CHECK(number(reading, "picked_weight") == doctest::Approx(number(reading, "best_weight")));
}

TEST_CASE("a message picked twice counts once") {
  ReadingRequest once = friday(Language::en), twice = friday(Language::en);
  once.picked = {row_37, 7};
  twice.picked = {row_37, 7, row_37, 7};
  for (const char* name : {"picked_count", "picked_weight", "best_weight", "agreed", "agreed_count"}) {
    CHECK(same(read_chat(once).ledger.values(name), read_chat(twice).ledger.values(name)));
  }
}

TEST_CASE("picking changes no weight, and without picks nothing is compared") {
  ReadingRequest request = friday(Language::en);
  const Reading without = read_chat(request);
  request.picked = all_rows(200);
  const Reading with = read_chat(request);
  CHECK(same(weights(with), weights(without)));
  CHECK(number(with, "picked_weight") == doctest::Approx(1).epsilon(1e-6));
  CHECK(number(without, "picked_count") == 0);
  for (const char* name : {"picked_weight", "best_weight", "agreed", "agreed_count"}) {
    CHECK(!has(without.ledger, name));
  }
}

// ── Other chats ─────────────────────────────────────────────────────────────────────────────────

TEST_CASE("an empty chat gives empty tensors, output 0 and no answer") {
  for (double temperature : {0., 1.}) {
    ReadingRequest request = own({}, "What do I bring to PE on Friday?");
    request.temperature = temperature;
    const Reading reading = read_chat(request);
    CHECK(weights(reading).cols() == 0);
    CHECK((reading.ledger.values("output").array() == 0).all());
    CHECK(reading.order.empty());
    CHECK(reading.answer.empty());
    CHECK(reading.understood);
    CHECK(!has(reading.ledger, "top_output"));
  }
}

TEST_CASE("own messages are read like the class chat") {
  const Reading reading = read_chat(own({"hahaha", "Bring trainers to PE on Friday", "lunch was great"},
                                        "What do I bring to PE on Friday?"));
  CHECK(weights(reading).cols() == 3);
  CHECK(reading.order[0] == 1);
  CHECK(brought(reading) == std::vector<std::string>{"trainers"});
}

TEST_CASE("a single own message gets all of the weight") {
  const Reading reading = read_chat(own({"😀"}, "PE on Friday?"));
  CHECK(weights(reading)(0, 0) == 1.f);
  CHECK(reading.answer.empty());
}

TEST_CASE("two equally good messages make an answer uncertain or double it") {
  // Each holds half of the weight: half a rope is still brought, a third is only worth asking about.
  const char* question = "What do I bring to PE on Friday?";
  CHECK(brought(read_chat(own({"PE Friday: bring a rope", "PE Friday: bring a ball"}, question))) ==
        std::vector<std::string>{"rope", "ball"});
  CHECK(brought(read_chat(own(
            {"PE Friday: bring a rope", "PE Friday: bring a ball", "PE Friday: bring water"}, question))) ==
        std::vector<std::string>{"rope?", "ball?", "water?"});
}

TEST_CASE("ten thousand messages are read, and their weights still sum to one") {
  ReadingRequest request = own({}, "What do I bring to PE on Friday?");
  for (int i = 0; i < 50; ++i) {
    for (Message& message : class_chat(Language::en)) request.messages.push_back(std::move(message));
  }
  const Reading reading = read_chat(request);
  CHECK(weights(reading).cols() == 10000);
  CHECK(number(reading, "total_weight") == doctest::Approx(1).epsilon(1e-6));
  std::vector<std::string> things = brought(reading);
  std::sort(things.begin(), things.end());
  CHECK(things == std::vector<std::string>{"rope", "trainers"});
}

TEST_CASE("bytes that are no text break nothing") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  const Reading reading = read_chat(own({bytes, "\xff\xfe", std::string(1, '\0')}, bytes));
  CHECK(weights(reading).sum() == doctest::Approx(1));
}

// ── Errors ──────────────────────────────────────────────────────────────────────────────────────

TEST_CASE("rows that are not in the chat are refused") {
  for (Index row : {Index{-1}, Index{200}}) {
    ReadingRequest erased = friday(Language::en), picked = friday(Language::en);
    erased.erased = {3, row};
    picked.picked = {3, row};
    const Error not_erased = error_of([&] { read_chat(erased); });
    CHECK(not_erased.code() == ErrorCode::out_of_range);
    CHECK(text_of(not_erased, "name") == "erased");
    CHECK(number_of(not_erased, "value") == static_cast<double>(row));
    CHECK(number_of(not_erased, "min") == 0);
    CHECK(number_of(not_erased, "max") == 199);
    CHECK(text_of(error_of([&] { read_chat(picked); }), "name") == "picked");
  }
  ReadingRequest empty = own({}, "");
  empty.erased = {0};
  CHECK(error_of([&] { read_chat(empty); }).code() == ErrorCode::out_of_range);
}

TEST_CASE("a gain outside 0 … 1000 is refused") {
  for (double gain : {-0.1, 1000.1, std::nan(""), std::numeric_limits<double>::infinity()}) {
    ReadingRequest request = own({"a"}, "PE?");
    request.gain = gain;
    const Error error = error_of([&] { read_chat(request); });
    CHECK(error.code() == ErrorCode::out_of_range);
    CHECK(text_of(error, "name") == "gain");
    CHECK(number_of(error, "max") == 1000);
  }
}

TEST_CASE("a temperature below 0 is refused") {
  ReadingRequest request = own({"a"}, "PE?");
  request.temperature = -1;
  CHECK(text_of(error_of([&] { read_chat(request); }), "name") == "temperature");
}

TEST_CASE("features of a question are sixteen numbers between 0 and 1") {
  ReadingRequest request = own({"a"}, "PE?");
  request.question_features = Matrix<float>::Zero(1, 15);
  const Error columns = error_of([&] { read_chat(request); });
  CHECK(columns.code() == ErrorCode::shape_mismatch);
  CHECK(std::string(columns.what()) == "question_features: expected 16 columns like the features, got 15");
  request.question_features = Matrix<float>::Zero(2, 16);
  CHECK(text_of(error_of([&] { read_chat(request); }), "axis") == "rows");
  for (float bad : {-0.5f, 1.5f, std::nanf("")}) {
    request.question_features = Matrix<float>::Constant(1, 16, bad);
    const Error error = error_of([&] { read_chat(request); });
    CHECK(error.code() == ErrorCode::out_of_range);
    CHECK(text_of(error, "name") == "question_features");
  }
}
