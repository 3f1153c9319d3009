#pragma once
// Trainings that are saved, end, and go on.
#include <fmt/format.h>

#include "labs/lab5-production/tests/training.h"

namespace gridmark::lab5 {

/// A training in which everything that a checkpoint must have makes a difference: BatchNorm, Dropout, Adam, a scale
/// that moves, a schedule, rows that no report has had. The windows of an epoch have 8, 8 and 6 rows.
inline TrainerRun saved_training() {
  return {.net = Net::everything,
          .adam = true,
          .looks_at_passes = true,
          .accumulation_steps = 2,
          .low = Low::f16,
          .first_scale = 256,
          .growth_interval = 3,
          .peak = 0.02,
          .floor = 0.001,
          .warmup = 3,
          .total = 11,
          .log_interval = 2};
}
inline constexpr std::size_t saved_share = 22, saved_windows = 3;

inline Course saved_course(int world) {
  return any_course(saved_share * static_cast<std::size_t>(world), Net::everything, 9);
}

}  // namespace gridmark::lab5
