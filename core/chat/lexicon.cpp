#include "core/chat/lexicon.h"

#include <algorithm>

namespace attn {
namespace {

// Not std::tolower and std::isalpha: those ask the locale, and bytes above 127 belong to UTF-8.
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
std::size_t byte(char c) { return static_cast<unsigned char>(c); }

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (lower(text[i]) != word[i]) return false;
  }
  const bool letters_go_on = text.size() > word.size() && is_letter(text[word.size()]);
  return !(is_letter(word.back()) && letters_go_on);
}

bool starts_with_web_address(std::string_view text) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (text.substr(0, scheme.size()) == scheme) return true;
  }
  return false;
}

/// Chinese has no space after an address: it ends at the first byte that is not printable ASCII.
std::size_t web_address_length(std::string_view text) {
  const auto end = std::find_if(text.begin(), text.end(), [](char c) { return c <= ' ' || c > '~'; });
  return static_cast<std::size_t>(end - text.begin());
}

}  // namespace

Lexicon::Lexicon(std::initializer_list<Row> rows) {
  constexpr std::string_view comma = ", ";
  for (const Row& row : rows) {
    for (std::string_view rest = row.words; !rest.empty();) {
      const std::string_view spelling = rest.substr(0, rest.find(comma));
      by_first_byte_[byte(spelling.front())].push_back({spelling, row.feature});
      rest.remove_prefix(std::min(rest.size(), spelling.size() + comma.size()));
    }
  }
  for (std::vector<Word>& words : by_first_byte_) {
    std::stable_sort(words.begin(), words.end(),
                     [](const Word& a, const Word& b) { return a.spelling.size() > b.spelling.size(); });
  }
}

Lexicon::Mentions Lexicon::mentions_in(std::string_view text) const {
  Mentions mentions;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    const bool inside_letters = at > 0 && is_letter(text[at - 1]) && is_letter(text[at]);
    if (inside_letters) {
      ++at;
      continue;
    }
    if (starts_with_web_address(rest)) {
      at += web_address_length(rest);
      continue;
    }
    const std::vector<Word>& words = by_first_byte_[byte(lower(text[at]))];
    const auto word = std::find_if(words.begin(), words.end(),
                                   [&](const Word& w) { return starts_with_word(rest, w.spelling); });
    if (word == words.end()) {
      ++at;
      continue;
    }
    if (word->feature != nothing) mentions.set(static_cast<std::size_t>(word->feature));
    at += word->spelling.size();
  }
  return mentions;
}

}  // namespace attn
