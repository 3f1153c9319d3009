#pragma once
// What students get wrong in MasterAdamW, and what comes of it.
#include <string>
#include <vector>

#include "labs/lab2-mixed-precision/tests/ask.h"

namespace gridmark::lab2 {

/// The masters after the last step, in FP64.
std::vector<double> right_masters(const TakeSteps& op);

/// Why the masters are wrong, as the end of a message; "" where nothing fits. Further optimizers have to show the same
/// mistake.
oracle::Diagnosis cause_of(const TakeSteps& op);

/// A call with these settings and inputs that nobody knows.
TakeSteps steps_call(Type low, const std::vector<int>& sizes, int steps, float rate, float decay);
/// The same with settings that no default has.
TakeSteps other_settings(Type low, const std::vector<int>& sizes, int steps);

}  // namespace gridmark::lab2
