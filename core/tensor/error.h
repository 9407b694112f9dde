// What the engine says when it is given something it cannot work with.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace attn {

/// Every error the engine can raise. The code and the values cross into JavaScript; the page writes
/// the sentence in the reader's language.
enum class ErrorCode {
  shape_mismatch,   // tensor, expected, actual
  not_finite,       // tensor, row, col
  overflow,         // tensor, row, col: finite input, but the result does not fit the number type
  out_of_range,     // name, value, min, max
  unknown_name,     // name, value
  unreadable_line,  // line, text
  empty_chat,       // no values
  not_a_number,     // text
};

/// The code as it is spelled across the door, for example "shape_mismatch".
std::string_view to_string(ErrorCode code);

/// An error with its code, the values the sentence is about, and that sentence in English (`what()`).
class Error : public std::invalid_argument {
 public:
  using Value = std::variant<double, std::string>;
  using Values = std::vector<std::pair<std::string, Value>>;

  Error(ErrorCode code, Values values, const std::string& sentence)
      : std::invalid_argument(sentence), code_(code), values_(std::move(values)) {}

  ErrorCode code() const { return code_; }
  const Values& values() const { return values_; }

 private:
  ErrorCode code_;
  Values values_;
};

}  // namespace attn
