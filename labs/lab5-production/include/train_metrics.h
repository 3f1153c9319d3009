#pragma once
// The metrics that a trainer reports and a monitor publishes.
#include <cstdint>

/// A report after an optimizer step, over all ranks.
struct TrainMetrics {
  double loss = 0;                ///< mean over the rows since the last report
  double accuracy = 0;            ///< over the same rows, 0 to 1
  double learning_rate = 0;       ///< rate of the last optimizer step
  double samples_per_second = 0;  ///< rows of all ranks since the last report or load, divided by the seconds of the
                                  ///< clock since then. 0 if no time has passed.
  std::int64_t steps = 0;         ///< optimizer steps since the training began, over all restarts
};
