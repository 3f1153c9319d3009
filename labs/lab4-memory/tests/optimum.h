#pragma once
// Mistakes that students make in best_every_n and sweep_checkpoints, and their results.
#include <string>

#include "labs/lab4-memory/tests/checkpoints.h"

namespace gridmark::lab4 {

/// Layers, bytes of an input, bytes of a block.
struct SegmentSizes {
  int layers;
  double input, block;

  double bytes(int n) const { return layers / static_cast<double>(n) * input + n * block; }
  int best() const;
};

BestEveryN optimum_call(const std::vector<SegmentSizes>& questions);

/// The cause of a wrong answer of best_every_n, found with further calls, as the end of a message, or "" if
/// no hypothesis fits.
std::string cause_of_optimum();

/// The reason why a sweep's peaks differ from the allocator's, or "" if no hypothesis fits.
oracle::Diagnosis cause_of(const Sweep& op);

}  // namespace gridmark::lab4
