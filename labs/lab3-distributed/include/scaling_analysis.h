#pragma once
// How well a training scales over ranks. Your scaling_analysis.cu implements these functions.
#include <cstdint>
#include <vector>

/// Computes the shortest time that ring_all_reduce can take.
///
/// world             Number of ranks, at least 1.
/// bytes             Bytes of the array on each rank.
/// alpha             Seconds that even an empty message takes.
/// bytes_per_second  Speed of each link.
/// returns           Seconds from the first message to the last, 0 for one rank.
/// source            Thakur, Rabenseifner & Gropp, Optimization of Collective Communication Operations in
///                   MPICH, 2005: the alpha-beta model
double ring_seconds(int world, double bytes, double alpha, double bytes_per_second);

/// A time from `begin` to `end`, in seconds.
struct Span {
  double begin = 0, end = 0;
};

/// One all-reduce of gradients, from its begin to its end, in seconds.
struct Transfer {
  double begin = 0, end = 0;
  double bytes = 0;  ///< of the array on each rank
};

/// One training step of one rank.
struct StepTrace {
  int world = 1;                    ///< ranks that take part
  std::int64_t rows = 1;            ///< of all ranks together in this step
  Span step;                        ///< from the first kernel to the last mean
  std::vector<Span> computing;      ///< when the device computes, in any order, and some can overlap
  std::vector<Transfer> transfers;  ///< in any order, and some can overlap
  double alpha = 0;                 ///< of the network, as in ring_seconds
  double bytes_per_second = 1;      ///< of the network
};

/// The part that limits a step.
enum class Bottleneck {
  computation,  ///< exposed communication takes less than a tenth of the step
  latency,      ///< else, if alpha is the greatest part of the transfers' time
  bandwidth,    ///< else, if the bytes on the links are the greatest part
  waiting,      ///< else: the rest is the greatest part, because transfers wait for ranks that come late
};

struct ScalingPoint {
  double rows_per_second = 0;  ///< of all ranks together
  double speedup = 0;          ///< rows_per_second over that of one rank
  double efficiency = 0;       ///< speedup / world
  double exposed_share = 0;    ///< seconds with a transfer in which the device does not compute, divided
                               ///< by all seconds with a transfer. 0 if there is no transfer.
  Bottleneck bottleneck = Bottleneck::computation;
};

/// Computes how well a step scales.
///
/// one_rank  A step of the same training on one rank. It can have as many rows as `step` (strong scaling), as
///           many as each rank of `step` (weak scaling), or another number.
ScalingPoint analyse(const StepTrace& step, const StepTrace& one_rank);
