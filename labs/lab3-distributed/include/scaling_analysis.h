#pragma once
// How well a training scales over ranks: what your scaling_analysis.cu makes work.
#include <cstdint>
#include <vector>

/// The least time of ring_all_reduce.
///
/// world             ranks, at least 1
/// bytes             that each rank has before and after the sum
/// alpha             seconds that each message takes, however small
/// bytes_per_second  of each link
/// returns           seconds from the first message to the last; 0 for one rank
/// source            Thakur, Rabenseifner & Gropp, Optimization of Collective Communication Operations in
///                   MPICH, 2005: the alpha-beta model
double ring_seconds(int world, double bytes, double alpha, double bytes_per_second);

/// From `begin` to `end`, in seconds.
struct Span {
  double begin = 0, end = 0;
};

/// Gradients on their way: from the begin of their all-reduce to its end, in seconds.
struct Transfer {
  double begin = 0, end = 0;
  double bytes = 0;  ///< that each rank has before and after the sum
};

/// One training step of one rank.
struct StepTrace {
  int world = 1;                    ///< ranks that take part
  std::int64_t rows = 1;            ///< of all ranks together in this step
  Span step;                        ///< from the first kernel to the last mean
  std::vector<Span> computing;      ///< when the device computes; in any order, and some may overlap
  std::vector<Transfer> transfers;  ///< in any order, and some may overlap
  double alpha = 0;                 ///< of the network, as in ring_seconds
  double bytes_per_second = 1;      ///< of the network
};

/// Where the time of a step goes.
enum class Bottleneck {
  computation,  ///< exposed communication takes less than a tenth of the step
  latency,      ///< of the three parts of all transfers, the messages' alpha is the greatest
  bandwidth,    ///< the bytes over the links are the greatest
  waiting,      ///< the rest is: transfers take longer than ring_seconds, since other ranks come late
};

struct ScalingPoint {
  double rows_per_second = 0;  ///< of all ranks together
  double speedup = 0;          ///< rows_per_second over that of one rank
  double efficiency = 0;       ///< speedup for each rank
  double exposed_share = 0;    ///< of the seconds with a transfer, those in which the device does not compute;
                               ///< 0 where there is no transfer
  Bottleneck bottleneck = Bottleneck::computation;
};

/// How well a step scales.
///
/// one_rank  the same training on one rank. It may have as many rows as `step` (strong scaling), as many as
///           each rank of `step` (weak scaling), or others.
ScalingPoint analyse(const StepTrace& step, const StepTrace& one_rank);
