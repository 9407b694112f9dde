// The checks at each public entry. They throw attn::Error with a sentence that names the value and
// what was expected.
#pragma once

#include <string_view>

#include "core/tensor/error.h"
#include "core/tensor/tensor.h"

namespace attn {

/// Throws shape_mismatch: "<tensor>: expected <expected> <axis> like <like>, got <actual>".
/// @param axis "rows" or "columns"
void check_extent(std::string_view tensor, std::string_view axis, Index actual, Index expected,
                  std::string_view like);

/// Throws out_of_range unless min <= value <= max (a NaN is never in range).
void check_range(std::string_view name, double value, double min, double max);

/// Throws `code` (not_finite for what came in, overflow for what we computed) at the first cell that
/// is NaN or infinite.
template <class S>
void check_finite(std::string_view tensor, const Matrix<S>& x, ErrorCode code = ErrorCode::not_finite);

}  // namespace attn
