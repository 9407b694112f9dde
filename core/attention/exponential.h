// e^x over a matrix.
#pragma once

#include "core/tensor/tensor.h"

namespace attn {

/// e^x, cell by cell. e^−∞ is 0; what does not fit the number type is +∞.
///
/// In float this is our own kernel: branch-free, so that compilers vectorise it (natively and in WASM),
/// and made of IEEE additions and multiplications only, so that both give the same bits. Its relative
/// error is below 2⁻²³ wherever the result is a normal number. NaN is not for it. In double, and for complex
/// numbers, it is std::exp.
template <class S>
Matrix<S> exponential(const Matrix<S>& x);

}  // namespace attn
