// A list of words and what each of them mentions.
#pragma once

#include <array>
#include <bitset>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/chat/features.h"

namespace attn {

/// Reads a text from left to right. At each place the longest word of the list wins and is used up (the
/// classical way of cutting Chinese into words, where no spaces help): so 体育馆 never says 体育.
///
/// Words of Latin letters ignore case and end where the letters end ("pe" is not in "people"); digits
/// end them too, because children write "30yuan". Addresses of web pages are passed over: they say
/// nothing about the class, but contain question marks and words.
class Lexicon {
 public:
  using Mentions = std::bitset<feature_count>;

  /// For words that mention nothing and only keep a shorter word inside them from being read.
  static constexpr Index nothing = -1;

  /// One row of the table: words in lower case, separated by ", ", that all mention one feature.
  struct Row {
    Index feature;
    std::string_view words;
  };

  Lexicon(std::initializer_list<Row> rows);

  Mentions mentions_in(std::string_view text) const;

 private:
  struct Word {
    std::string_view spelling;
    Index feature;
  };

  std::array<std::vector<Word>, 256> by_first_byte_;  // the longest first
};

}  // namespace attn
