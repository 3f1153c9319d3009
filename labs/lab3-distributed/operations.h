#pragma once
// Operations that the checker of lab 3 can run in a submission.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"

namespace gridmark::lab3 {

inline std::string ranks_in_words(int world) { return std::to_string(world) + (world == 1 ? " rank" : " ranks"); }

/// ring_all_reduce on a part of a larger array.
struct RingSum {
  static constexpr std::string_view name = "ring_sum";
  int rank = 0, world = 1;
  channel::Link network = {};
  std::uint64_t begin = 0, count = 0;  ///< the part of x to sum
  int repeats = 1;                     ///< number of sums, x becomes the sum each time
  bool late = false;                   ///< x is made by a kernel that has not yet run in the given stream
  channel::In<float> x = {};
  channel::Out<float> sum = {};  ///< like x: the sum inside the part, and x around it
  auto fields() { return std::tie(rank, world, network, begin, count, repeats, late, x, sum); }
  std::string subject() const { return "ring_all_reduce"; }
  std::string describe() const {
    return "ring_all_reduce(" + std::to_string(count) + " floats, " + ranks_in_words(world) + ")";
  }
};

/// The indices of all ranks in rank order.
struct Sample {
  static constexpr std::string_view name = "sample";
  std::int64_t n = 1;
  int world = 1;
  std::uint64_t seed = 0, epoch = 0;
  bool drop_last = false;
  channel::Out<std::int64_t> indices = {};  ///< [world, rows]; -1 after the last index of a rank
  channel::Out<std::int64_t> counts = {};   ///< [world]: the number of indices of each rank
  auto fields() { return std::tie(n, world, seed, epoch, drop_last, indices, counts); }
  std::string subject() const { return "DistributedSampler"; }
  std::string describe() const {
    return "DistributedSampler(" + std::to_string(n) + " samples, " + ranks_in_words(world) +
           (drop_last ? ", drop_last" : "") + "), epoch " + std::to_string(epoch);
  }
};

/// The worker's observations of a training with DistributedDataParallel.
struct SeenTraining {
  std::uint64_t buckets;        ///< the number of buckets()
  double local_backward;        ///< seconds of the last step's backward pass without other ranks
  double backward_begin;        ///< in the last step, in the Comm's seconds
  double step_begin, step_end;  ///< in the last step
};

/// Steps of a multilayer perceptron with plain SGD. Each step has `micro_steps` backward passes. All but the
/// last one are under NoSync.
struct Train {
  static constexpr std::string_view name = "train";
  int rank = 0, world = 1;
  channel::Link network = {};
  int layers = 2, width = 8;    ///< Linear(width, width) each, with a ReLU between them
  bool batch_norm = false;      ///< batch norm after the first layer, with its buffers
  int unused_layer = -1;        ///< no loss uses this layer in the last step, on the ranks of `unused_ranks`
  int unused_ranks = 0;         ///< the number of these ranks, from 0 on
  int steps = 1, micro_steps = 1, rows = 4;
  std::uint64_t bucket_bytes = 1 << 20;
  float rate = 0.1f;
  bool waits = true;            ///< ddp.wait() after each step, else only rank 0 calls it
  bool watches_clock = false;   ///< notes when the last backward pass computed
  channel::In<float> weights = {};   ///< this rank's weights and biases, batch_norm's, then its buffers
  channel::In<float> x = {};         ///< [steps * micro_steps * rows, width]
  channel::In<int> labels = {};      ///< [steps * micro_steps * rows]
  channel::Out<float> started = {};  ///< like `weights`, after the module was wrapped
  channel::Out<float> local = {};      ///< [steps, parameters]: this rank's own gradients of each step
  channel::Out<float> gradients = {};  ///< [steps, parameters]: after wait()
  channel::Out<float> trained = {};    ///< [parameters]
  channel::Out<SeenTraining> seen{1};
  auto fields() {
    return std::tie(rank, world, network, layers, width, batch_norm, unused_layer, unused_ranks, steps, micro_steps,
                    rows, bucket_bytes, rate, waits, watches_clock, weights, x, labels, started, local, gradients,
                    trained, seen);
  }
  std::string subject() const { return "DistributedDataParallel"; }
  std::string describe() const {
    return "DistributedDataParallel(" + std::to_string(layers) + " layers of " + std::to_string(width) + ", " +
           ranks_in_words(world) + ", buckets of " + std::to_string(bucket_bytes) + " bytes)";
  }
};

}  // namespace gridmark::lab3
