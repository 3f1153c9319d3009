#pragma once
// Mistakes that students make in unscale_and_check and clip_gradients, and their results.
#include <string>
#include <vector>

#include "labs/lab2-mixed-precision/tests/ask.h"

namespace gridmark::lab2 {

/// The place and the value of an infinite gradient.
struct Infinite {
  std::size_t at;
  float value;
};

Unscale unscale_call(Type type, const std::vector<int>& sizes, float inverse_scale,
                     const std::vector<Infinite>& infinite = {});
Clip clip_call(const std::vector<int>& sizes, float limit);

/// The length of all gradients of the call.
double right_norm(const Clip& op);
/// The gradients after clipping.
std::vector<double> right_clipped(const Clip& op);

/// The cause of a wrong answer, as the end of a message, or "" if no hypothesis fits. Further calls of the
/// function must show the same mistake.
oracle::Diagnosis cause_of(const Unscale& op);
oracle::Diagnosis cause_of(const Clip& op);

/// The cause of a wrong `found`: the infinite elements that the function finds in further calls.
oracle::Diagnosis cause_of_missed(Type type);

}  // namespace gridmark::lab2
