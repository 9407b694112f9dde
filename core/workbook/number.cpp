#include "core/workbook/number.h"

#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

#include "core/tensor/error.h"

namespace attn {
namespace {

// Takes `piece` off the front of `text` if it is there.
bool take(std::string_view& text, std::string_view piece) {
  if (text.substr(0, piece.size()) != piece) return false;
  text.remove_prefix(piece.size());
  return true;
}

// Every blank as a space, full-width characters and the true minus sign as ASCII, a decimal comma as a
// point.
std::string plain(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    if (take(text, " ") || take(text, "\t") || take(text, "\u3000") || take(text, "\u00a0")) {
      result += ' ';
      continue;
    }
    if (take(text, "\u2212")) {
      result += '-';
    } else if (text.size() >= 3 && text[0] == '\xEF' && (text[1] == '\xBC' || text[1] == '\xBD')) {
      // U+FF01 … U+FF5E stand in the order of ASCII 0x21 … 0x7E.
      const int block = text[1] == '\xBC' ? 0x20 : 0x60;
      result += static_cast<char>(block + (static_cast<unsigned char>(text[2]) - 0x80));
      text.remove_prefix(3);
    } else {
      result += text[0];
      text.remove_prefix(1);
    }
  }
  for (char& c : result) {
    if (c == ',') c = '.';
  }
  return result;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Digits with at most one point. A blank among them is refused: "1 1/2" must not be read as 11/2.
bool is_unsigned_decimal(std::string_view text) {
  bool digit = false;
  bool point = false;
  for (char c : text) {
    if (c >= '0' && c <= '9')
      digit = true;
    else if (c == '.' && !point)
      point = true;
    else
      return false;
  }
  return digit;
}

// A decimal with a sign or without, as a number; nothing if it is none.
std::optional<double> decimal(std::string_view text) {
  text = trimmed(text);
  const bool negative = take(text, "-");
  if (!negative) take(text, "+");
  text = trimmed(text);
  if (!is_unsigned_decimal(text)) return std::nullopt;
  const double size = std::strtod(std::string(text).c_str(), nullptr);
  return negative ? -size : size;
}

}  // namespace

double parse_number(std::string_view text) {
  const auto refuse = [text] {
    return Error(ErrorCode::not_a_number, {{"text", std::string(text)}},
                 "expected a number such as 0.5, 1/2 or 50 %, got '" + std::string(text) + "'");
  };
  const std::string plain_text = plain(text);
  std::string_view rest = trimmed(plain_text);
  double factor = 1;
  if (!rest.empty() && rest.back() == '%') {
    rest.remove_suffix(1);
    factor = 0.01;
  }
  const std::size_t slash = rest.find('/');
  const std::optional<double> above = decimal(rest.substr(0, slash));
  const std::optional<double> below =
      slash == std::string_view::npos ? std::optional<double>(1) : decimal(rest.substr(slash + 1));
  if (!above || !below) throw refuse();
  const double value = *above / *below * factor;
  if (!std::isfinite(value)) throw refuse();
  return value;
}

}  // namespace attn
