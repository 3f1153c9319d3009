#pragma once
#include <cstdint>

/// The settings of a pipeline, and their limits.
struct Pipeline {
  static constexpr std::int64_t most_rows = 64;
  static constexpr std::int64_t most_buffered_rows = 96;  ///< on the device: micro_batch * depth
  static constexpr int longest_log_interval = 10;

  std::int64_t micro_batch = 8;  ///< rows in a training step
  int depth = 1;                 ///< buffers of the Prefetcher
  int log_interval = 1;          ///< steps between two reads of the loss. The host waits for each read.
};
