#include "core/workbook/number.h"

#include <doctest/doctest.h>

#include <string>

#include "tests/core/errors.h"

using namespace attn;
using namespace attn::test;

TEST_CASE("numbers are read as people type them") {
  struct Case {
    const char* typed;
    double expected;
  };
  for (const Case& given : {
           Case{"0", 0},           Case{"7", 7},
           Case{"0.5", 0.5},       Case{".5", 0.5},
           Case{"5.", 5},          Case{"0,5", 0.5},
           Case{"1/2", 0.5},       Case{"-1/4", -0.25},
           Case{"1/-4", -0.25},    Case{"1.5/3", 0.5},
           Case{"50%", 0.5},       Case{"50 %", 0.5},
           Case{"12,5 %", 0.125},  Case{"1/2 %", 0.005},
           Case{"-3", -3},         Case{"+3", 3},
           Case{"−3", -3},         Case{"５０％", 0.5},
           Case{"－０．５", -0.5}, Case{"０，５", 0.5},
           Case{"１／２", 0.5},    Case{"＋２", 2},
           Case{"  0.5", 0.5},     Case{"0.5\t", 0.5},
           Case{" 1 / 2 ", 0.5},   Case{"\u30001\u3000/\u30004\u3000", 0.25},
           Case{"50\u00a0%", 0.5}, Case{"- 3", -3},
           Case{"007", 7},
       }) {
    CAPTURE(given.typed);
    CHECK(parse_number(given.typed) == doctest::Approx(given.expected).epsilon(1e-15));
  }
}

TEST_CASE("what is no number is refused with the text that was typed") {
  const std::string too_large(400, '9');
  for (const std::string& typed : {std::string(""),
                                   std::string(" "),
                                   std::string("　"),
                                   std::string("abc"),
                                   std::string("1/0"),
                                   std::string("0/0"),
                                   std::string("1e5x"),
                                   std::string("1e5"),
                                   std::string("--1"),
                                   std::string("+-1"),
                                   std::string("1..2"),
                                   std::string("1.2.3"),
                                   std::string("1,2,3"),
                                   std::string("."),
                                   std::string("-"),
                                   std::string("%"),
                                   std::string("%5"),
                                   std::string("5%%"),
                                   std::string("/"),
                                   std::string("1/"),
                                   std::string("/2"),
                                   std::string("1/2/3"),
                                   std::string("50%/2"),
                                   std::string("0x10"),
                                   std::string("nan"),
                                   std::string("inf"),
                                   std::string("一半"),
                                   std::string("½"),
                                   std::string("\xEF\xBC"),
                                   std::string("\xEF\xBC\x05"),
                                   too_large}) {
    CAPTURE(typed);
    const Error error = error_of([&] { parse_number(typed); });
    CHECK(error.code() == ErrorCode::not_a_number);
    CHECK(text_of(error, "text") == typed);
    CHECK(std::string(error.what()) == "expected a number such as 0.5, 1/2 or 50 %, got '" + typed + "'");
  }
}

TEST_CASE("a blank inside a number is not passed over in silence") {
  // "1 1/2" read as 11/2 would mark a right answer wrong.
  for (const char* typed : {"1 1/2", "1 2", "0. 5", "1 000", "1　1/2"}) {
    CAPTURE(typed);
    CHECK(error_of([&] { parse_number(typed); }).code() == ErrorCode::not_a_number);
  }
}
