// Included before everything else in the native tests, the engine they link among it (see the top
// CMakeLists.txt), because Eigen reads these macros when it is first included.
#pragma once

#include <stdexcept>

// A wrong shape inside Eigen is a failed test, not an abort.
#define eigen_assert(condition) \
  ((condition) ? static_cast<void>(0) : throw std::logic_error("Eigen: expected " #condition))

// Reading what was never written shows.
#define EIGEN_INITIALIZE_MATRICES_BY_NAN
