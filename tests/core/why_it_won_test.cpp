#include "core/models/why_it_won.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/chat/class_chat.h"
#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

constexpr Index row_37 = 36;

WhyRequest friday(RecurrentCell cell, Index distance = 163, std::uint64_t seed = 1) {
  WhyRequest request;
  request.messages = class_chat(Language::en);
  request.question = "What do I bring to PE on Friday?";
  request.moved = row_37;
  request.distance = distance;
  request.cell = cell;
  request.seed = seed;
  return request;
}

float number(const WhyItWon& why, const char* name) { return why.ledger.values(name)(0, 0); }

// Influence of the moved message.
float influence(const WhyItWon& why, const char* name, Index distance) {
  const Matrix<float>& all = why.ledger.values(name);
  return all(all.rows() - 1 - distance, 0);
}

}  // namespace

TEST_CASE("an untrained recurrent net forgets with distance; attention does not know what distance is") {
  for (RecurrentCell cell : {RecurrentCell::elman, RecurrentCell::gru}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      double before = 1e9;
      const double attention =
          static_cast<double>(influence(why_it_won(friday(cell, 0, seed)), "attention_influence", 0));
      for (Index distance : {0, 5, 20, 80, 199}) {
        const WhyItWon why = why_it_won(friday(cell, distance, seed));
        const auto left = static_cast<double>(influence(why, "recurrent_influence", distance));
        CHECK(left < before);
        before = left;
        CHECK(static_cast<double>(influence(why, "attention_influence", distance)) ==
              doctest::Approx(attention).epsilon(1e-5));
      }
      CHECK(before < 1e-6);
    }
  }
}

TEST_CASE("the attention of message 37 is where its influence is") {
  const WhyItWon why = why_it_won(friday(RecurrentCell::elman));
  CHECK(std::find(why.order.begin(), why.order.end(), row_37) - why.order.begin() == 36);
  Index most = 0;
  why.ledger.values("attention_influence").col(0).maxCoeff(&most);
  CHECK(most == row_37);
  CHECK(why.ledger.values("attention_relative")(row_37, 0) == 1);
  why.ledger.values("recurrent_influence").col(0).maxCoeff(&most);
  CHECK(most >= 195);
}

TEST_CASE("moving a message moves one message") {
  WhyRequest request = friday(RecurrentCell::elman, 0);
  CHECK(why_it_won(request).order.back() == row_37);
  request.distance = 199;
  CHECK(why_it_won(request).order.front() == row_37);
  request.distance = 163;
  const std::vector<Index> order = why_it_won(request).order;
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("the multiply-adds are those a loop would count") {
  for (RecurrentCell cell : {RecurrentCell::elman, RecurrentCell::gru}) {
    const WhyItWon why = why_it_won(friday(cell));
    double recurrent = 0, attention = 0;
    for (Index t = 0; t < 200; ++t) {
      for (Index c = 0; c < 16 * gates_of(cell); ++c) {
        for (Index f = 0; f < 16; ++f) ++recurrent;
        for (Index s = 0; s < 16; ++s) ++recurrent;
      }
      if (cell == RecurrentCell::gru) recurrent += 3 * 16;
    }
    attention += 16 * 9;
    for (Index j = 0; j < 200; ++j) attention += 16 * 9 + 16 * 6 + 9 + 6;
    CHECK(static_cast<double>(number(why, "recurrent_multiply_adds")) == recurrent);
    CHECK(static_cast<double>(number(why, "attention_multiply_adds")) == attention);
    CHECK(number(why, "recurrent_steps") == 200);
    CHECK(number(why, "attention_steps") == 1);
  }
}

TEST_CASE("every cell of the comparison's ledger follows from its operands") {
  for (RecurrentCell cell : {RecurrentCell::elman, RecurrentCell::gru}) {
    CHECK(first_wrong_cell(why_it_won(friday(cell)).ledger) == "");
    WhyRequest request = friday(cell, 0);
    request.messages.resize(3);
    request.moved = 1;
    request.d_h = 5;
    CHECK(first_wrong_cell(why_it_won(request).ledger) == "");
    request.messages.resize(1);
    request.moved = 0;
    request.question.clear();
    CHECK(first_wrong_cell(why_it_won(request).ledger) == "");
  }
}

TEST_CASE("a message that is not there is refused") {
  const auto refusal = [](auto spoil) {
    WhyRequest request = friday(RecurrentCell::gru);
    spoil(request);
    return text_of(error_of([&] { why_it_won(request); }), "name");
  };
  CHECK(refusal([](WhyRequest& r) { r.moved = 200; }) == "moved");
  CHECK(refusal([](WhyRequest& r) { r.distance = 200; }) == "distance");
  CHECK(refusal([](WhyRequest& r) { r.d_h = 0; }) == "d_h");
  CHECK(refusal([](WhyRequest& r) { r.messages.clear(); }) == "messages");
}
