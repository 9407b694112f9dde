#include "core/tensor/error.h"

namespace attn {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::shape_mismatch: return "shape_mismatch";
    case ErrorCode::not_finite: return "not_finite";
    case ErrorCode::overflow: return "overflow";
    case ErrorCode::out_of_range: return "out_of_range";
    case ErrorCode::unknown_name: return "unknown_name";
    case ErrorCode::unreadable_line: return "unreadable_line";
    case ErrorCode::empty_chat: return "empty_chat";
    case ErrorCode::not_a_number: return "not_a_number";
  }
  return "unknown";
}

}  // namespace attn
