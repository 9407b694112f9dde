#include "core/chat/everyone.h"

#include <doctest/doctest.h>

#include <string>

#include "core/chat/class_chat.h"
#include "tests/core/errors.h"
#include "tests/core/ledger_check.h"
#include "tests/core/matrices.h"

using namespace attn;
using namespace attn::test;

namespace {

// Messages 35 to 46: two questions about PE and Friday, and #37 among them.
EveryoneRequest around_37(Language language = Language::zh) {
  EveryoneRequest request;
  request.messages = class_chat(language);
  request.from = 34;
  request.to = 46;
  return request;
}

float largest_difference(const EveryoneRequest& request) {
  return everyone_asks(request).values("largest_difference")(0, 0);
}

}  // namespace

TEST_CASE("everyone asks: n × n weights, each row adding up to one") {
  const Ledger ledger = everyone_asks(around_37());
  const Matrix<float>& weights = ledger.values("weights");
  CHECK(weights.rows() == 12);
  CHECK(weights.cols() == 12);
  CHECK((weights.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-6f);
}

TEST_CASE("who asks about PE looks at the teacher's message, and who says nothing looks at all alike") {
  for (Language language : {Language::zh, Language::en}) {
    const Matrix<float> weights = everyone_asks(around_37(language)).values("weights");
    const Index asks = 1, answers = 2, got_it = 4;  // #36, #37, #39
    Index looked_at = 0;
    weights.row(asks).maxCoeff(&looked_at);
    CHECK(looked_at == answers);
    CHECK((weights.row(got_it).array() == weights(got_it, 0)).all());
  }
}

TEST_CASE("a silenced message is there, but neither asks nor hands over anything") {
  EveryoneRequest request = around_37();
  request.silenced = {36};
  const Ledger ledger = everyone_asks(request);
  const Matrix<float>& weights = ledger.values("weights");
  CHECK(weights.cols() == 12);
  CHECK((weights.row(2).array() == weights(2, 0)).all());
  CHECK(ledger.values("v").row(2).isZero());
  // The same as a message without words from somebody without a name.
  EveryoneRequest wordless = around_37();
  wordless.messages[36].text = wordless.messages[36].speaker = "";
  CHECK(ledger.values("output") == everyone_asks(wordless).values("output"));
  request.silenced = {50};
  CHECK(text_of(error_of([&] { everyone_asks(request); }), "name") == "silenced");
}

TEST_CASE("without positions shuffling the messages only shuffles the outputs") {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EveryoneRequest request = around_37();
    request.seed = seed;
    request.padding = static_cast<Index>(seed % 5);
    CHECK(largest_difference(request) < 5e-6f);
  }
}

TEST_CASE("with positions, and under a causal mask, the order matters") {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    EveryoneRequest request = around_37();
    request.seed = seed;
    request.positions = true;
    CHECK(largest_difference(request) > 0.01f);
    request.positions = false;
    request.causal = true;
    CHECK(largest_difference(request) > 0.01f);
  }
}

TEST_CASE("under the causal mask nobody looks ahead; padding is looked at by nobody") {
  EveryoneRequest request = around_37();
  request.padding = 3;
  const Matrix<float> padded = everyone_asks(request).values("weights");
  CHECK(padded.rows() == 15);
  CHECK(padded.rightCols(3).isZero(0));
  CHECK((padded.leftCols(12).array() > 0).all());

  request.causal = true;
  const Matrix<float> causal = everyone_asks(request).values("weights");
  for (Index i = 0; i < 15; ++i) {
    for (Index j = 0; j < 15; ++j) CHECK((causal(i, j) > 0) == (j <= i && j < 12));
  }
}

TEST_CASE("padding changes nothing for the messages") {
  EveryoneRequest request = around_37();
  request.positions = true;
  const Matrix<float> alone = everyone_asks(request).values("output");
  request.padding = 4;
  CHECK(distance<float, float>(everyone_asks(request).values("output").topRows(12), alone) < 1e-6);
}

TEST_CASE("every cell of the self-attention ledger follows from its operands") {
  for (bool causal : {false, true}) {
    for (bool positions : {false, true}) {
      for (Index padding : {0, 2}) {
        EveryoneRequest request = around_37();
        request.causal = causal;
        request.positions = positions;
        request.padding = padding;
        CHECK(first_wrong_cell(everyone_asks(request)) == "");
      }
    }
  }
}

TEST_CASE("the order of the shuffle is a permutation, the same for the same seed") {
  const Matrix<float> order = everyone_asks(around_37()).values("order");
  CHECK(order.sum() == 66);
  CHECK(same(everyone_asks(around_37()).values("order"), order));
  EveryoneRequest other = around_37();
  other.seed = 2;
  CHECK(!same(everyone_asks(other).values("order"), order));
}

TEST_CASE("one message asks only itself") {
  EveryoneRequest request = around_37();
  request.to = 35;
  CHECK(same(everyone_asks(request).values("weights"), Matrix<float>{{1}}));
}

TEST_CASE("a slice that is not in the chat, or too wide for a screen, is refused") {
  const auto refusal = [](auto spoil) {
    EveryoneRequest request = around_37();
    spoil(request);
    return text_of(error_of([&] { everyone_asks(request); }), "name");
  };
  CHECK(refusal([](EveryoneRequest& r) { r.to = 201; }) == "to");
  CHECK(refusal([](EveryoneRequest& r) { r.from = r.to; }) == "from");
  CHECK(refusal([](EveryoneRequest& r) { r.from = -1; }) == "from");
  CHECK(refusal([](EveryoneRequest& r) { r.to = r.from + 17; }) == "messages");
  CHECK(refusal([](EveryoneRequest& r) { r.padding = 5; }) == "padding");
  CHECK(refusal([](EveryoneRequest& r) { r.gain = -1; }) == "gain");
  CHECK(refusal([](EveryoneRequest& r) { r.messages.clear(); }) == "to");
}
