// What a call that must fail says.
#pragma once

#include <stdexcept>
#include <string>
#include <variant>

#include "core/tensor/error.h"

namespace attn::test {

/// The attn::Error that `call` throws; a call that throws none fails the test.
template <class Call>
Error error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error;
  }
  throw std::logic_error("expected an attn::Error, but nothing was thrown");
}

inline Error::Value value_of(const Error& error, const std::string& name) {
  for (const auto& [known, value] : error.values()) {
    if (known == name) return value;
  }
  throw std::logic_error("the error has no value called " + name);
}

inline double number_of(const Error& error, const std::string& name) {
  return std::get<double>(value_of(error, name));
}
inline std::string text_of(const Error& error, const std::string& name) {
  return std::get<std::string>(value_of(error, name));
}

}  // namespace attn::test
