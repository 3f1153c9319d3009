#pragma once
// Large batches on small devices: what your gradient_accumulation.cu makes work.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "ddp_training.h"
#include "simple_cnn.h"

/// Scores of all rows, computed on several devices of this process: each has a copy of the network and some rows.
///
/// net      lies on devices[0], and stays there
/// x        [rows,3,32,32] f32 on devices[0]; rows >= 1
/// devices  different ones, as cudaSetDevice counts. Device i of n gets rows [rows * i / n, rows * (i + 1) / n).
///          With fewer rows than devices some get none, and do nothing.
/// returns  [rows,10] f32 on devices[0], in the order of x, without history: no gradient flows back
/// errors   those of the tensor kit pass through
gridmark::tensor::Tensor data_parallel_forward(SimpleCNN& net, const gridmark::tensor::Tensor& x,
                                               const std::vector<int>& devices);

struct DdpSettings {
  std::int64_t batch = 32;             ///< rows of this rank in a step of train_ddp
  std::size_t bucket_bytes = 1 << 20;  ///< of DistributedDataParallel
  float max_norm = 0;                  ///< a longer mean gradient is scaled to this length; 0: never
  /// The learning rate of optimizer step 0, 1, ...; empty: the optimizer keeps its own.
  std::function<float(std::int64_t step)> rate = {};
};

/// One optimizer step: the same figures on all ranks.
struct StepLog {
  float loss = 0;                    ///< mean over the effective batch
  float rate = 0;                    ///< of this step
  float norm = 0;                    ///< length of the mean gradient over all parameters, before it is scaled
  std::int64_t effective_batch = 0;  ///< rows of all ranks whose mean the gradient is
};

struct TrainLog {
  std::vector<StepLog> steps;  ///< one for each optimizer step
};

/// One pass over this rank's rows by cross_entropy, in their order. Each optimizer step uses up to
/// micro_batch * accumulation_steps rows of each rank: a window. Its gradient is the mean over all rows of all
/// ranks in the window, as if one device had computed them at once.
///
/// images  this rank's rows, on the host: pixels [rows,...], labels [rows]. Ranks may have different numbers of
///         rows, but all have equally many windows. The last window may have fewer micro-batches, and the last
///         micro-batch fewer rows. Rows above 2^24 in a window are not supported.
/// module  f32 on this rank's device; all ranks begin with rank 0's parameters
/// order   the optimizer's gradients are zero at the start of a window, and its rate is set before its step
/// bytes   each bucket is summed once in an optimizer step. Row counts and losses may travel too: at most 64
///         bytes for each rank in a step.
/// errors  CommError of the Comm passes through
TrainLog train_with_accumulation(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                                 const gridmark::tensor::Images& images, gridmark::comm::Comm& comm, int micro_batch,
                                 int accumulation_steps, const DdpSettings& settings);

/// The same with one micro-batch of settings.batch rows in each optimizer step.
TrainLog train_ddp(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                   const gridmark::tensor::Images& images, gridmark::comm::Comm& comm, const DdpSettings& settings);
