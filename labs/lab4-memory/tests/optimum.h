#pragma once
// What students get wrong in best_every_n and sweep_checkpoints, and what comes of it.
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

/// Why an answer of best_every_n is wrong, as further calls show it, as the end of a message; "" where nothing fits.
std::string cause_of_optimum();

/// Why the peaks of a sweep are not the allocator's; "" where nothing fits.
oracle::Diagnosis cause_of(const Sweep& op);

}  // namespace gridmark::lab4
