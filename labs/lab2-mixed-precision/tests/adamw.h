#pragma once
// Mistakes that students make in MasterAdamW, and their results.
#include <string>
#include <vector>

#include "labs/lab2-mixed-precision/tests/ask.h"

namespace gridmark::lab2 {

/// The masters after the last step, in FP64.
std::vector<double> right_masters(const TakeSteps& op);

/// The cause of wrong masters, as the end of a message, or "" if no hypothesis fits. Further optimizers must
/// show the same mistake.
oracle::Diagnosis cause_of(const TakeSteps& op);

/// A call with these settings and random inputs.
TakeSteps steps_call(Type low, const std::vector<int>& sizes, int steps, float rate, float decay);
/// The same with settings that are not the defaults.
TakeSteps other_settings(Type low, const std::vector<int>& sizes, int steps);

}  // namespace gridmark::lab2
