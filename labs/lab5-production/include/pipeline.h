#pragma once
#include <cstdint>

/// The levers of a pipeline, and their limits.
struct Pipeline {
  static constexpr std::int64_t most_rows = 64;
  static constexpr std::int64_t most_buffered_rows = 96;  ///< on the device: rows of a micro-batch times depth
  static constexpr int longest_log_interval = 10;

  std::int64_t micro_batch = 8;  ///< rows of a training step
  int depth = 1;                 ///< of the Prefetcher
  int log_interval = 1;          ///< steps from one look at the loss to the next, for which the host waits
};
