// The steps of an exercise: how each is computed, and how people usually get it wrong.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/tensor/tensor.h"
#include "core/workbook/exercise.h"

namespace attn {

/// Everything written down so far, by the names of the ledger.
using Sheet = std::map<std::string, Matrix<double>>;

/// Computes one step from the sheet; gives NaN, which no typed number equals, where it cannot.
using Compute = std::function<Matrix<double>(const Sheet&)>;

struct NamedCompute {
  std::string mistake;
  Compute compute;
};

struct Step {
  std::string name;  // of the entry it fills in
  Compute right;
  Compute also_right;  // another way to do it, or empty
  std::vector<NamedCompute> mistakes;
};

/// The steps of a level, in the order in which they are done.
std::vector<Step> steps_of(ExerciseLevel level);

}  // namespace attn
