// The door: what the engine offers to JavaScript, as one table. attention.d.ts declares the same names;
// a test compares the two.
#include <emscripten/bind.h>

#include <algorithm>

#include "core/attention/attention.h"
#include "core/attention/spread.h"
#include "core/chat/class_chat.h"
#include "core/chat/everyone.h"
#include "core/chat/features.h"
#include "core/chat/heads.h"
#include "core/chat/import.h"
#include "core/chat/reading.h"
#include "core/tensor/check.h"
#include "core/workbook/exercise.h"
#include "core/workbook/quiz.h"
#include "wasm/convert.h"

namespace attn::door {
namespace {

// ── Errors ──────────────────────────────────────────────────────────────────────────────────────

/// Runs `function` and turns what the engine throws into a JavaScript error with `code` and `values`.
/// It is raised after the catch block, so that no C++ exception is alive when JavaScript unwinds us.
template <auto function>
struct Guarded;

template <class... Args, val (*function)(Args...)>
struct Guarded<function> {
  static val call(Args... args) {
    val failure = val::undefined();
    try {
      return function(args...);
    } catch (const Error& error) {
      failure = to_js(error);
    } catch (const WrongType& error) {
      failure = to_js(error);
    } catch (const std::length_error&) {
      // What std containers say of a size no memory could hold.
      failure = js_error("RangeError", "out_of_memory", "not enough memory", val::object());
    } catch (const std::bad_alloc&) {
      failure = js_error("RangeError", "out_of_memory", "not enough memory", val::object());
    }
    failure.throw_();
  }
};

// ── Requests ────────────────────────────────────────────────────────────────────────────────────

Language language_of(const std::string& name) {
  if (name == "zh") return Language::zh;
  if (name == "en") return Language::en;
  throw Error(ErrorCode::unknown_name, {{"name", std::string("language")}, {"value", name}},
              "language: expected zh or en, got '" + name + "'");
}

AttentionOptions attention_options(const Request& request) {
  AttentionOptions options;
  options.temperature = request.number("temperature", 1);
  options.divide_by_root_d_k = request.boolean("divideByRootDk", true);
  if (request.has("mask")) {
    const Matrix<float> mask = request.tensor("mask");
    check_finite("mask", mask);
    options.mask = mask.array() != 0;
  }
  return options;
}

std::vector<Message> messages_of(const Request& request) {
  // The class chat by its language, or the learner's own.
  if (request.has("classChat")) return class_chat(language_of(request.text("classChat")));
  std::vector<Message> messages;
  for (const Request& message : request.objects("messages")) {
    messages.push_back({static_cast<int>(messages.size()) + 1, message.text("speaker", ""),
                        message.text("time", ""), message.text("text")});
  }
  return messages;
}

Reading reading_of(const Request& request) {
  ReadingRequest reading;
  reading.messages = messages_of(request);
  reading.question = request.text("question", "");
  if (request.has("questionFeatures")) reading.question_features = request.tensor("questionFeatures");
  reading.gain = request.number("gain", default_gain);
  reading.temperature = request.number("temperature", 1);
  reading.erased = request.integers("erased");
  reading.picked = request.integers("picked");
  return read_chat(reading);
}

HeadsReading heads_of(const Request& request) {
  HeadsRequest heads;
  heads.messages = messages_of(request);
  heads.question = request.text("question", "");
  if (request.has("questionFeatures")) heads.question_features = request.tensor("questionFeatures");
  if (request.has("looksFor")) {
    const std::vector<std::string> kinds = request.texts("looksFor");
    check_extent("looksFor", "entries", static_cast<Index>(kinds.size()), head_count, "the heads");
    std::transform(kinds.begin(), kinds.end(), heads.looks_for.begin(), looks_for);
  }
  if (request.has("on")) {
    const std::vector<bool> on = request.booleans("on");
    check_extent("on", "entries", static_cast<Index>(on.size()), head_count, "the heads");
    std::copy(on.begin(), on.end(), heads.on.begin());
  }
  heads.gain = request.number("gain", default_gain);
  heads.temperature = request.number("temperature", 1);
  heads.erased = request.integers("erased");
  return read_with_heads(heads);
}

std::uint64_t seed_of(const Request& request) {
  const double seed = request.whole("seed");
  check_range("seed", seed, 0, 9007199254740992.);
  return static_cast<std::uint64_t>(seed);
}

Exercise exercise_of(const Request& request) {
  return make_exercise(exercise_level(request.text("level")), seed_of(request));
}

Quiz quiz_of(const Request& request) { return make_quiz(quiz_kind(request.text("kind")), seed_of(request)); }

Ledger attention_ledger(const Request& request) {
  const AttentionOptions options = attention_options(request);
  const AttentionTrace<float> trace =
      attention(request.tensor("q"), request.tensor("k"), request.tensor("v"), options);
  Ledger ledger;
  ledger.enter("q", trace.q);
  ledger.enter("k", trace.k);
  ledger.enter("v", trace.v);
  enter_attention(ledger, trace, options);
  return ledger;
}

Ledger spread_ledger(const Request& request) {
  const auto small = [&request](const char* field) {
    const Index value = request.integer(field);
    check_range(field, static_cast<double>(value), 0, 1 << 20);
    return static_cast<int>(value);
  };
  return dot_product_spread(small("dK"), small("pairs"), small("keys"), seed_of(request));
}

Ledger everyone_ledger(const Request& request) {
  EveryoneRequest everyone;
  everyone.messages = messages_of(request);
  everyone.from = request.integer("from");
  everyone.to = request.integer("to");
  everyone.padding = request.integer("padding", 0);
  everyone.silenced = request.integers("silenced");
  everyone.causal = request.boolean("causal", false);
  everyone.positions = request.boolean("positions", false);
  everyone.gain = request.number("gain", everyone_gain);
  everyone.seed = seed_of(request);
  return everyone_asks(everyone);
}

Ledger reading_ledger(const Request& request) { return reading_of(request).ledger; }
Ledger heads_ledger(const Request& request) { return heads_of(request).ledger; }
Ledger quiz_ledger(const Request& request) { return quiz_of(request).ledger; }
Ledger exercise_ledger(const Request& request) { return exercise_of(request).ledger; }

/// Everything whose cells can be asked for their operands.
struct View {
  std::string_view name;
  Ledger (*ledger)(const Request&);
};
constexpr View views[] = {
    {"attention", attention_ledger}, {"reading", reading_ledger}, {"heads", heads_ledger},
    {"everyone", everyone_ledger},   {"spread", spread_ledger},   {"quiz", quiz_ledger},
    {"exercise", exercise_ledger},
};

// ── Functions ───────────────────────────────────────────────────────────────────────────────────

val dimensions_to_js(const auto& dimensions) {
  return list_to_js(dimensions, [](const Dimension& dimension) {
    val result = val::object();
    result.set("id", to_js(dimension.id));
    result.set("zh", to_js(dimension.zh));
    result.set("en", to_js(dimension.en));
    return result;
  });
}

val messages_to_js(const std::vector<Message>& messages) {
  return list_to_js(messages, [](const Message& message) {
    val result = val::object();
    result.set("id", message.id);
    result.set("speaker", message.speaker);
    result.set("time", message.time);
    result.set("text", message.text);
    return result;
  });
}

val rows_to_js(const std::vector<Index>& rows) {
  return list_to_js(rows, [](Index row) { return val(static_cast<double>(row)); });
}

val answer_to_js(const std::vector<AnsweredThing>& answer) {
  return list_to_js(answer, [](const AnsweredThing& thing) {
    val item = val::object();
    item.set("thing", to_js(thing_dimensions()[static_cast<std::size_t>(thing.thing)].id));
    item.set("column", static_cast<double>(thing.thing));
    item.set("certainty", to_js(std::string_view(thing.certainty == Certainty::bring ? "bring" : "perhaps")));
    return item;
  });
}

val about() {
  val result = val::object();
  result.set("features", dimensions_to_js(feature_dimensions()));
  result.set("keys", dimensions_to_js(key_dimensions()));
  result.set("things", dimensions_to_js(thing_dimensions()));
  val heads = val::object();
  heads.set("time", dimensions_to_js(head_dimensions(LooksFor::time)));
  heads.set("things", dimensions_to_js(head_dimensions(LooksFor::things)));
  heads.set("speaker", dimensions_to_js(head_dimensions(LooksFor::speaker)));
  result.set("heads", heads);
  result.set("defaultGain", default_gain);
  return result;
}

val softmax_steps(val request) {
  const Request fields(request);
  const SoftmaxTrace<float> trace = softmax(fields.tensor("scores"), attention_options(fields));
  val result = val::object();
  result.set("masked", to_js(trace.masked));
  result.set("maxes", to_js(trace.maxes));
  result.set("shifted", to_js(trace.shifted));
  result.set("exps", to_js(trace.exps));
  result.set("sums", to_js(trace.sums));
  result.set("weights", to_js(trace.weights));
  return result;
}

val naive_softmax_steps(val request) {
  const Request fields(request);
  const NaiveSoftmaxTrace<float> trace = naive_softmax(fields.tensor("scores"), attention_options(fields));
  val result = val::object();
  result.set("exps", to_js(trace.exps));
  result.set("sums", to_js(trace.sums));
  result.set("weights", to_js(trace.weights));
  return result;
}

val attention_steps(val request) { return to_js(attention_ledger(Request(request))); }
val spread(val request) { return to_js(spread_ledger(Request(request))); }

val class_chat_messages(val language) {
  return messages_to_js(class_chat(language_of(text_of(language, "language"))));
}
val imported_messages(val text) { return messages_to_js(import_chat(text_of(text, "text"))); }

val features_of(val text, val speaker) {
  return to_js(Matrix<float>(features(text_of(text, "text"), text_of(speaker, "speaker"))));
}

val reading(val request) {
  const Reading read = reading_of(Request(request));
  val result = val::object();
  result.set("tensors", to_js(read.ledger));
  result.set("order", rows_to_js(read.order));
  result.set("understood", read.understood);
  result.set("answer", answer_to_js(read.answer));
  return result;
}

val heads(val request) {
  const HeadsReading read = heads_of(Request(request));
  val result = val::object();
  result.set("tensors", to_js(read.ledger));
  result.set("order", list_to_js(read.order, rows_to_js));
  result.set("says", list_to_js(read.says, answer_to_js));
  result.set("answer", answer_to_js(read.answer));
  return result;
}

val everyone(val request) { return to_js(everyone_ledger(Request(request))); }

val quiz(val request) { return to_js(quiz_of(Request(request)).ledger); }

val marked(val request, val typed) {
  const Mark given = mark(quiz_of(Request(request)), text_of(typed, "typed"));
  val result = val::object();
  result.set("right", given.right);
  result.set("mistake", to_js(given.mistake));
  return result;
}

val exercise(val request) {
  const Exercise made = exercise_of(Request(request));
  val result = val::object();
  result.set("tensors", to_js(made.ledger));
  result.set("fields", list_to_js(made.fields, [](const CellRef& field) { return to_js(field); }));
  return result;
}

val marked_exercise(val request, val typed) {
  const ExerciseMark given = mark(exercise_of(Request(request)), texts_of(typed, "typed"));
  val result = val::object();
  result.set("fields", list_to_js(given.fields, [](const FieldMark& field) {
               val item = val::object();
               item.set("verdict", to_js(to_string(field.verdict)));
               item.set("mistake", to_js(field.mistake));
               return item;
             }));
  result.set("firstWrong", given.first_wrong ? val(static_cast<double>(*given.first_wrong)) : val::null());
  result.set("complete", given.complete);
  return result;
}

val operands(val view_name, val request, val cell) {
  const std::string view = text_of(view_name, "view");
  const Request at(cell, "cell");
  for (const View& known : views) {
    if (known.name != view) continue;
    const Ledger ledger = known.ledger(Request(request));
    return to_js(ledger.operands({at.text("tensor"), at.integer("row"), at.integer("col")}));
  }
  throw Error(ErrorCode::unknown_name, {{"name", std::string("view")}, {"value", view}},
              "view: there is none called '" + view + "'");
}

}  // namespace

EMSCRIPTEN_BINDINGS(attention) {
  using emscripten::function;
  function("about", Guarded<about>::call);
  function("attention", Guarded<attention_steps>::call);
  function("classChat", Guarded<class_chat_messages>::call);
  function("everyone", Guarded<everyone>::call);
  function("exercise", Guarded<exercise>::call);
  function("features", Guarded<features_of>::call);
  function("heads", Guarded<heads>::call);
  function("importChat", Guarded<imported_messages>::call);
  function("mark", Guarded<marked>::call);
  function("markExercise", Guarded<marked_exercise>::call);
  function("naiveSoftmax", Guarded<naive_softmax_steps>::call);
  function("operands", Guarded<operands>::call);
  function("quiz", Guarded<quiz>::call);
  function("reading", Guarded<reading>::call);
  function("softmax", Guarded<softmax_steps>::call);
  function("spread", Guarded<spread>::call);
}

}  // namespace attn::door
