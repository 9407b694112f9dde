// The matrices of the engine and the letters their shapes are written in.
//
//   n        tokens (here: messages); rows are tokens, always
//   n_q      queries, when they are not the tokens themselves
//   d_model  width of a token before projection
//   d_k d_v  width of a Key (and Query) / of a Value
//   h        heads
//   b        batch
//   c        classes
#pragma once

#include <Eigen/Core>

namespace attn {

using Index = Eigen::Index;

/// Row-major matrix; S is float in the page, double as reference, std::complex<double> when a
/// gradient is checked by complex step.
template <class S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class S>
using RowVector = Eigen::Matrix<S, 1, Eigen::Dynamic, Eigen::RowMajor>;

/// Which Key a Query may look at, [n_q × n]: true = may look, false = hidden.
/// A 0×0 mask hides nothing.
using Mask = Matrix<bool>;

}  // namespace attn
