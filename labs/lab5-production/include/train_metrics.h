#pragma once
// What a trainer tells of itself, and a monitor passes on.
#include <cstdint>

/// After an optimizer step, over all ranks.
struct TrainMetrics {
  double loss = 0;                ///< mean over the rows since the last report
  double accuracy = 0;            ///< of the same rows: 0 to 1
  double learning_rate = 0;       ///< of the last optimizer step
  double samples_per_second = 0;  ///< rows of all ranks since the last report or load, over the clock's seconds since
                                  ///< then; 0 where these are 0
  std::int64_t steps = 0;         ///< optimizer steps made since the training began, over all its restarts
};
