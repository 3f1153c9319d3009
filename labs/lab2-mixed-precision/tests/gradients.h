#pragma once
// What students get wrong in unscale_and_check and clip_gradients, and what comes of it.
#include <string>
#include <vector>

#include "labs/lab2-mixed-precision/tests/ask.h"

namespace gridmark::lab2 {

/// Where an infinite gradient is put, and which.
struct Infinite {
  std::size_t at;
  float value;
};

Unscale unscale_call(Type type, const std::vector<int>& sizes, float inverse_scale,
                     const std::vector<Infinite>& infinite = {});
Clip clip_call(const std::vector<int>& sizes, float limit);

/// The length of all gradients of the call.
double right_norm(const Clip& op);
/// The gradients afterwards.
std::vector<double> right_clipped(const Clip& op);

/// Why an answer is wrong, as the end of a message; "" where nothing fits. Further calls of the function have to show
/// the same mistake.
oracle::Diagnosis cause_of(const Unscale& op);
oracle::Diagnosis cause_of(const Clip& op);

/// Why `found` is wrong: which infinite elements the function finds in further calls.
oracle::Diagnosis cause_of_missed(Type type);

}  // namespace gridmark::lab2
