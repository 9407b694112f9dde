#include "wasm/convert.h"

#include <cmath>
#include <limits>

#include "core/tensor/check.h"

namespace attn::door {
namespace {

bool is_list(const val& value) { return value.isArray() || value.instanceof (val::global("Float32Array")); }

bool is_number(const val& value) { return value.typeOf().as<std::string>() == "number"; }

bool is_whole(const val& value) {
  if (!is_number(value)) return false;
  const double number = value.as<double>();
  // Beyond 2⁵³ a double no longer tells neighbours apart.
  return std::nearbyint(number) == number && std::abs(number) <= 9007199254740992.;
}

Index as_index(std::string_view name, const val& value) {
  const auto number = value.as<double>();
  using Limits = std::numeric_limits<Index>;
  check_range(name, number, static_cast<double>(Limits::min()), static_cast<double>(Limits::max()));
  return static_cast<Index>(number);
}

}  // namespace

Request::Request(const val& object, std::string_view name) : object_(object) {
  if (object.isNull() || object.typeOf().as<std::string>() != "object") {
    throw WrongType{std::string(name), "an object"};
  }
}

val Request::get(const char* field) const { return object_[field]; }

bool Request::has(const char* field) const {
  const val value = get(field);
  return !value.isUndefined() && !value.isNull();
}

double Request::number(const char* field) const {
  const val value = get(field);
  if (!is_number(value)) throw WrongType{field, "a number"};
  return value.as<double>();
}

double Request::number(const char* field, double fallback) const {
  return has(field) ? number(field) : fallback;
}

double Request::whole(const char* field) const {
  const val value = get(field);
  if (!is_whole(value)) throw WrongType{field, "a whole number"};
  return value.as<double>();
}

Index Request::integer(const char* field) const {
  whole(field);
  return as_index(field, get(field));
}

Index Request::integer(const char* field, Index fallback) const {
  return has(field) ? integer(field) : fallback;
}

bool Request::boolean(const char* field, bool fallback) const {
  if (!has(field)) return fallback;
  const val value = get(field);
  if (!value.isTrue() && !value.isFalse()) throw WrongType{field, "true or false"};
  return value.isTrue();
}

std::string Request::text(const char* field) const { return text_of(get(field), field); }

std::string Request::text(const char* field, std::string_view fallback) const {
  return has(field) ? text(field) : std::string(fallback);
}

std::vector<Index> Request::integers(const char* field) const {
  std::vector<Index> result;
  if (!has(field)) return result;
  const val list = get(field);
  if (!is_list(list)) throw WrongType{field, "a list of whole numbers"};
  const auto length = list["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) {
    if (!is_whole(list[i])) throw WrongType{field, "a list of whole numbers"};
    result.push_back(as_index(field, list[i]));
  }
  return result;
}

std::vector<std::string> Request::texts(const char* field) const { return texts_of(get(field), field); }

std::vector<bool> Request::booleans(const char* field) const {
  const val list = get(field);
  if (!list.isArray()) throw WrongType{field, "a list of true and false"};
  std::vector<bool> result;
  const auto length = list["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) {
    if (!list[i].isTrue() && !list[i].isFalse()) throw WrongType{field, "a list of true and false"};
    result.push_back(list[i].isTrue());
  }
  return result;
}

std::vector<Request> Request::objects(const char* field) const {
  const val list = get(field);
  if (!list.isArray()) throw WrongType{field, "a list"};
  std::vector<Request> result;
  const auto length = list["length"].as<unsigned>();
  result.reserve(length);
  for (unsigned i = 0; i < length; ++i) result.emplace_back(list[i], field);
  return result;
}

Request Request::object(const char* field) const { return Request(get(field), field); }

Matrix<float> Request::tensor(const char* field) const {
  const Request parts = object(field);
  const Index rows = parts.integer("rows");
  const Index cols = parts.integer("cols");
  // Within these bounds the product below cannot overflow.
  check_range(std::string(field) + ".rows", static_cast<double>(rows), 0, 1 << 15);
  check_range(std::string(field) + ".cols", static_cast<double>(cols), 0, 1 << 15);
  const val data = parts.get("data");
  if (!is_list(data)) throw WrongType{std::string(field) + ".data", "a list of numbers"};
  check_extent(field, "numbers", static_cast<Index>(data["length"].as<unsigned>()), rows * cols,
               "rows × cols");

  Matrix<float> result(rows, cols);
  for (Index i = 0; i < result.size(); ++i) {
    const val number = data[static_cast<unsigned>(i)];
    if (!is_number(number)) throw WrongType{std::string(field) + ".data", "a list of numbers"};
    result.data()[i] = number.as<float>();
  }
  return result;
}

std::string text_of(const val& value, std::string_view name) {
  if (!value.isString()) throw WrongType{std::string(name), "text"};
  return value.as<std::string>();
}

std::vector<std::string> texts_of(const val& value, std::string_view name) {
  const WrongType no_texts{std::string(name), "a list of texts"};
  if (!value.isArray()) throw no_texts;
  std::vector<std::string> result;
  const auto length = value["length"].as<unsigned>();
  for (unsigned i = 0; i < length; ++i) {
    if (!value[i].isString()) throw no_texts;
    result.push_back(value[i].as<std::string>());
  }
  return result;
}

val to_js(const Matrix<float>& tensor) {
  val result = val::object();
  result.set("rows", static_cast<double>(tensor.rows()));
  result.set("cols", static_cast<double>(tensor.cols()));
  const emscripten::memory_view<float> view(static_cast<std::size_t>(tensor.size()), tensor.data());
  result.set("data", val(view).call<val>("slice"));
  return result;
}

val to_js(const Ledger& ledger) {
  val result = val::object();
  for (const Ledger::Entry& entry : ledger.entries()) result.set(entry.name, to_js(entry.values));
  return result;
}

val to_js(const CellRef& cell) {
  val result = val::object();
  result.set("tensor", cell.tensor);
  result.set("row", static_cast<double>(cell.row));
  result.set("col", static_cast<double>(cell.col));
  return result;
}

namespace {

val to_js(const Cell& cell) {
  val result = door::to_js(cell.at);
  result.set("value", cell.value);
  return result;
}

}  // namespace

val to_js(const Operands& operands) {
  val result = val::object();
  result.set("operation", to_js(to_string(operands.operation)));
  result.set("result", to_js(operands.result));
  result.set("operands", list_to_js(operands.operands, [](const Cell& cell) { return to_js(cell); }));
  return result;
}

val to_js(std::string_view text) { return val(std::string(text)); }

val js_error(const char* type, const std::string& code, const std::string& sentence, const val& values) {
  val error = val::global(type).new_(sentence);
  error.set("code", code);
  error.set("values", values);
  return error;
}

val to_js(const Error& error) {
  val values = val::object();
  for (const auto& [name, value] : error.values()) {
    std::visit([&values, &name = name](const auto& held) { values.set(name, held); }, value);
  }
  const char* type = error.code() == ErrorCode::out_of_range ? "RangeError" : "TypeError";
  return js_error(type, std::string(to_string(error.code())), error.what(), values);
}

val to_js(const WrongType& error) {
  val values = val::object();
  values.set("name", error.name);
  values.set("expected", error.expected);
  return js_error("TypeError", "wrong_type", error.name + ": expected " + error.expected, values);
}

}  // namespace attn::door
