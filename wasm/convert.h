// JavaScript values into the engine's types and back. What comes in is checked for its type (Embind
// alone would take "7" for 7 and cut 2.7 to 2); what goes out is copied, because views into WASM memory
// die when it grows.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/tensor/error.h"
#include "core/tensor/ledger.h"

namespace attn::door {

using emscripten::val;

/// Thrown for a value of the wrong type; becomes a TypeError with the code "wrong_type".
struct WrongType {
  std::string name;      // of the field
  std::string expected;  // "a number", "a whole number", "text", "a list", …
};

/// One field of a request object. `optional` ones may be undefined or null.
class Request {
 public:
  explicit Request(const val& object, std::string_view name = "request");

  bool has(const char* field) const;
  double number(const char* field) const;
  double number(const char* field, double fallback) const;
  /// A whole number a double can hold exactly, such as a seed: an Index has only 32 bits in WASM.
  double whole(const char* field) const;
  Index integer(const char* field) const;
  Index integer(const char* field, Index fallback) const;
  bool boolean(const char* field, bool fallback) const;
  std::string text(const char* field) const;
  std::string text(const char* field, std::string_view fallback) const;
  std::vector<Index> integers(const char* field) const;  // empty if absent
  std::vector<std::string> texts(const char* field) const;
  std::vector<bool> booleans(const char* field) const;
  std::vector<Request> objects(const char* field) const;
  /// {rows, cols, data}: data a Float32Array or a list of numbers, row by row.
  Matrix<float> tensor(const char* field) const;
  Request object(const char* field) const;

 private:
  val get(const char* field) const;

  val object_;
};

/// An argument that must be text. (Never a std::string parameter: Embind would refuse a number with an
/// error of its own, and forget to free the text when the function throws.)
std::string text_of(const val& value, std::string_view name);

/// The same for an argument that must be a list of texts.
std::vector<std::string> texts_of(const val& value, std::string_view name);

/// {rows, cols, data: Float32Array}
val to_js(const Matrix<float>& tensor);

/// {name: tensor, …}
val to_js(const Ledger& ledger);

/// {tensor, row, col}
val to_js(const CellRef& cell);

/// {operation, result: {tensor, row, col, value}, operands: [{tensor, row, col, value}, …]}
val to_js(const Operands& operands);

/// A JavaScript error of the named type with `code` and `values`; `sentence` becomes its message.
val js_error(const char* type, const std::string& code, const std::string& sentence, const val& values);
val to_js(const Error& error);
val to_js(const WrongType& error);

/// A list of whatever `item` makes of each element.
template <class List, class Item>
val list_to_js(const List& list, Item item) {
  val result = val::array();
  for (const auto& element : list) result.call<void>("push", item(element));
  return result;
}

/// JavaScript strings from UTF-8.
val to_js(std::string_view text);

}  // namespace attn::door
