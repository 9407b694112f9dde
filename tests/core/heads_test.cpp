#include "core/chat/heads.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/chat/class_chat.h"
#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr Index row_37 = 36;
constexpr Language languages[] = {Language::zh, Language::en};

HeadsRequest friday(Language language) {
  HeadsRequest request;
  request.messages = class_chat(language);
  request.question = language == Language::zh ? "周五体育课要带什么？" : "What do I bring to PE on Friday?";
  return request;
}

std::string spelled(const std::vector<AnsweredThing>& answer) {
  std::string result;
  for (const AnsweredThing& thing : answer) {
    result += result.empty() ? "" : " ";
    result += thing_dimensions()[static_cast<std::size_t>(thing.thing)].id;
    if (thing.certainty == Certainty::perhaps) result += "?";
  }
  return result;
}

Matrix<float> values(const HeadsReading& reading, const std::string& name) {
  return reading.ledger.values(name);
}

}  // namespace

TEST_CASE("who looks for time is misled, who looks for things and who looks for teachers is not") {
  for (Language language : languages) {
    const HeadsReading reading = read_with_heads(friday(language));
    CHECK(spelled(reading.says[0]) == "ball?");
    CHECK(spelled(reading.says[1]) == "rope trainers");
    CHECK(reading.order[1][0] == row_37);
    CHECK(reading.order[2][0] == row_37);
    // Of the many who write about PE and Friday, nobody stands out.
    CHECK(values(reading, "a.weights").maxCoeff() < 0.12f);
  }
}

TEST_CASE("together they find the right things, less surely than one head that sees all nine places") {
  for (Language language : languages) {
    const HeadsReading reading = read_with_heads(friday(language));
    const Matrix<float> output = values(reading, "output");
    CHECK(std::min(output(0, 0), output(0, 1)) > 1.5f * output(0, 2));
    CHECK(output(0, 0) < 0.5f);  // a mean of three cannot demand that all three agree
    ReadingRequest one;
    one.messages = class_chat(language);
    one.question = friday(language).question;
    CHECK(read_chat(one).ledger.values("output")(0, 0) > 0.75f);
  }
}

TEST_CASE("the output is the sum of what the heads bring, and a head that is off brings nothing") {
  HeadsRequest request = friday(Language::en);
  const HeadsReading all = read_with_heads(request);
  CHECK(distance<float>(values(all, "a.brings") + values(all, "b.brings") + values(all, "c.brings"),
                        values(all, "output")) < 1e-6);
  const std::string names[] = {"a", "b", "c"};
  for (std::size_t off = 0; off < 3; ++off) {
    request.on = {true, true, true};
    request.on[off] = false;
    const HeadsReading without = read_with_heads(request);
    CHECK(values(without, names[off] + ".brings").isZero(0));
    CHECK(values(without, "concat").middleCols(static_cast<Index>(off) * 6, 6).isZero(0));
    CHECK(distance<float>(values(all, "output") - values(all, names[off] + ".brings"),
                          values(without, "output")) < 1e-6);
    // It still looks: only its voice is gone.
    CHECK(same(values(without, names[off] + ".weights"), values(all, names[off] + ".weights")));
  }
  request.on = {false, false, false};
  CHECK(read_with_heads(request).answer.empty());
}

TEST_CASE("two classmates who look for the same thing say the same, and their vote counts twice") {
  HeadsRequest request = friday(Language::zh);
  request.looks_for = {LooksFor::things, LooksFor::things, LooksFor::speaker};
  const HeadsReading reading = read_with_heads(request);
  CHECK(same(values(reading, "a.weights"), values(reading, "b.weights")));
  CHECK(same(values(reading, "a.output"), values(reading, "b.output")));
  CHECK(distance<float>((2 * values(reading, "b.output") + values(reading, "c.output")) / 3,
                        values(reading, "output")) < 1e-6);
}

TEST_CASE("three classmates who look for the same are one classmate") {
  for (LooksFor kind : {LooksFor::time, LooksFor::things, LooksFor::speaker}) {
    HeadsRequest request = friday(Language::en);
    request.looks_for = {kind, kind, kind};
    const HeadsReading reading = read_with_heads(request);
    CHECK(distance(values(reading, "output"), values(reading, "a.output")) < 1e-6);
  }
}

TEST_CASE("a head cannot see what it does not look for") {
  // Who looks for time gives a message the same score whoever wrote it; who looks for speakers does not.
  HeadsRequest request;
  request.question = "What do I bring to PE on Friday?";
  request.messages = {{1, "Yiming", "", "PE on Friday: bring a ball"},
                      {2, "Mr Wang", "", "PE on Friday: bring a ball"},
                      {3, "Yiming", "", "PE on Monday: bring a ball"}};
  const HeadsReading reading = read_with_heads(request);
  const Matrix<float> a = values(reading, "a.weights"), b = values(reading, "b.weights"),
                      c = values(reading, "c.weights");
  CHECK(a(0, 0) == a(0, 1));
  CHECK(a(0, 0) > 10 * a(0, 2));
  CHECK(b(0, 0) == b(0, 1));
  CHECK(b(0, 0) == b(0, 2));
  CHECK(c(0, 0) == c(0, 2));
  CHECK(c(0, 1) > 10 * c(0, 0));
}

TEST_CASE("an erased message is erased for all heads") {
  HeadsRequest request = friday(Language::en);
  request.erased = {row_37};
  const HeadsReading reading = read_with_heads(request);
  for (const char* weights : {"a.weights", "b.weights", "c.weights"})
    CHECK(values(reading, weights)(0, row_37) == 0);
}

TEST_CASE("dragged bars reach the heads: they replace what the question's text gives") {
  HeadsRequest request = friday(Language::en);
  const Matrix<float> asked = values(read_with_heads(request), "question_features");
  request.question = "What is for lunch?";
  request.question_features = asked;
  CHECK(values(read_with_heads(request), "output") ==
        values(read_with_heads(friday(Language::en)), "output"));
  request.question_features = Matrix<float>::Ones(1, 3);
  CHECK(error_of([&] { read_with_heads(request); }).code() == ErrorCode::shape_mismatch);
}

TEST_CASE("every cell of the heads' ledger follows from its operands") {
  for (Language language : languages) {
    HeadsRequest request = friday(language);
    CHECK(first_wrong_cell(read_with_heads(request).ledger) == "");
    request.on = {true, false, true};
    request.looks_for = {LooksFor::speaker, LooksFor::time, LooksFor::speaker};
    request.temperature = 0.5;
    request.erased = {0, row_37};
    CHECK(first_wrong_cell(read_with_heads(request).ledger) == "");
  }
  CHECK(first_wrong_cell(read_with_heads({}).ledger) == "");
}

TEST_CASE("only inputs are given in the heads' ledger") {
  const std::vector<std::string> given = given_entries(read_with_heads(friday(Language::en)).ledger);
  std::vector<std::string> expected{"question_features", "features",    "gain", "w_o",
                                    "bring_from",        "perhaps_from"};
  for (const std::string head : {"a.", "b.", "c."}) {
    for (const char* name : {"w_q_pattern", "w_k", "w_v", "d_k", "temperature", "mask", "on"})
      expected.push_back(head + name);
  }
  std::vector<std::string> sorted = given;
  std::sort(sorted.begin(), sorted.end());
  std::sort(expected.begin(), expected.end());
  CHECK(sorted == expected);
}

TEST_CASE("the names of a head's places tell the kinds apart, and unknown kinds are refused") {
  CHECK(head_dimensions(LooksFor::time)[5].id == "friday");
  CHECK(head_dimensions(LooksFor::things)[6].id == "thing");
  CHECK(head_dimensions(LooksFor::speaker)[5].id == "teacher");
  for (LooksFor kind : {LooksFor::time, LooksFor::things, LooksFor::speaker})
    CHECK(head_dimensions(kind)[0].id == "pe");
  CHECK(looks_for("speaker") == LooksFor::speaker);
  CHECK(text_of(error_of([] { looks_for("lunch"); }), "value") == "lunch");
  HeadsRequest request;
  request.gain = -1;
  CHECK(error_of([&] { read_with_heads(request); }).code() == ErrorCode::out_of_range);
}
