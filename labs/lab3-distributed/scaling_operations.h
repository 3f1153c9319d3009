#pragma once
// Operations that the checker of lab 3 can run for scaling.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"
#include "labs/lab3-distributed/include/scaling_analysis.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

/// ring_seconds for several cases.
struct RingTime {
  static constexpr std::string_view name = "ring_time";
  struct Case {
    double world, bytes, alpha, bytes_per_second;
  };
  channel::In<Case> cases = {};
  channel::Out<double> seconds = {};
  auto fields() { return std::tie(cases, seconds); }
  std::string subject() const { return "ring_seconds"; }
  std::string describe() const { return "ring_seconds"; }
};

/// analyse() of one step.
struct Analyse {
  static constexpr std::string_view name = "analyse";
  /// A ScalingPoint.
  struct Point {
    double rows_per_second, speedup, efficiency, exposed_share;
    std::int64_t bottleneck;
  };
  int world = 1;
  std::int64_t rows = 1, one_rows = 1;
  double begin = 0, end = 1, one_begin = 0, one_end = 1;
  double alpha = 0, bytes_per_second = 1;
  channel::In<Span> computing = {};
  channel::In<Transfer> transfers = {};
  channel::Out<Point> point{1};
  auto fields() {
    return std::tie(world, rows, one_rows, begin, end, one_begin, one_end, alpha, bytes_per_second, computing,
                    transfers, point);
  }
  std::string subject() const { return "analyse"; }
  std::string describe() const {
    return "analyse(" + std::to_string(rows) + " rows on " + std::to_string(world) + " ranks, one_rank with " +
           std::to_string(one_rows) + " rows)";
  }
};

/// Begin and end of a rank's steps, in the Comm's seconds.
struct SeenStep {
  std::uint64_t buckets;  ///< the number of buckets()
  double alone;           ///< seconds of the step without DistributedDataParallel
  double begin, end;      ///< of the step with it
};

/// A training step of a single rank, and one with DistributedDataParallel. The net has `blocks` blocks: a
/// Linear(width, width), products with matrices that are not trained, and LayerNorms.
struct Scale {
  static constexpr std::string_view name = "scale";
  int rank = 0, world = 1;
  channel::Link network = {};
  int blocks = 1, width = 8;
  int products = 0;  ///< number of products with fixed matrices in a block: work without gradients to send
  int norms = 0;     ///< number of LayerNorms in a block: two small tensors each
  std::uint64_t bucket_bytes = 1;
  std::uint64_t seed = 0;           ///< seed of the parameters
  channel::In<float> x = {};        ///< [rows, width]
  channel::In<int> labels = {};     ///< [rows]
  channel::Out<float> local = {};      ///< this rank's own gradients
  channel::Out<float> gradients = {};  ///< after wait()
  channel::Out<SeenStep> seen{1};
  auto fields() {
    return std::tie(rank, world, network, blocks, width, products, norms, bucket_bytes, seed, x, labels, local,
                    gradients, seen);
  }
  std::string subject() const { return "DistributedDataParallel"; }
  std::string describe() const {
    return "DistributedDataParallel(" + std::to_string(blocks) + " blocks of " + std::to_string(width) + ", " +
           ranks_in_words(world) + ", buckets of " +
           std::to_string(bucket_bytes) + " bytes)";
  }
};

}  // namespace gridmark::lab3
