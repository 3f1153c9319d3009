#pragma once
// Large batches on small devices. Your gradient_accumulation.cu implements these functions.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "ddp_training.h"
#include "simple_cnn.h"

/// Computes the scores of all rows on several devices of this process. Each has a copy of the network.
///
/// net      It is on devices[0], and stays there.
/// x        [rows,3,32,32] f32 on devices[0], rows >= 1
/// devices  Different numbers for cudaSetDevice. Device i of n gets rows [rows * i / n, rows * (i + 1) / n).
///          If there are fewer rows than devices, some devices get no rows and do nothing.
/// returns  [rows,10] f32 on devices[0], in the order of x, without history: no gradient flows back.
/// errors   Errors of the tensor kit pass through.
gridmark::tensor::Tensor data_parallel_forward(SimpleCNN& net, const gridmark::tensor::Tensor& x,
                                               const std::vector<int>& devices);

struct DdpSettings {
  std::int64_t batch = 32;             ///< rows of this rank in a step of train_ddp
  std::size_t bucket_bytes = 1 << 20;  ///< of DistributedDataParallel
  float max_norm = 0;                  ///< a longer mean gradient is scaled to this length, 0 for never
  /// The learning rate of optimizer step 0, 1, ... If empty, the optimizer keeps its rate.
  std::function<float(std::int64_t step)> rate = {};
};

/// One optimizer step. All ranks log the same values.
struct StepLog {
  float loss = 0;                    ///< mean over the effective batch
  float rate = 0;                    ///< of this step
  float norm = 0;                    ///< length of the mean gradient over all parameters, before it is scaled
  std::int64_t effective_batch = 0;  ///< rows of all ranks whose mean the gradient is
};

struct TrainLog {
  std::vector<StepLog> steps;  ///< one for each optimizer step
};

/// Trains once on this rank's rows, in their order, with the loss cross_entropy. Each optimizer step uses up
/// to micro_batch * accumulation_steps rows of each rank. These rows are a window. The gradient of the step
/// is the mean over all rows of all ranks in the window, as if one device had computed them at once.
///
/// images  This rank's rows, on the host: pixels [rows,...], labels [rows]. Ranks can have different numbers
///         of rows, but all have the same number of windows. The last window can have fewer micro-batches,
///         and the last micro-batch fewer rows. A window has at most 2^24 rows.
/// module  It is f32 on this rank's device. All ranks start with the parameters of rank 0.
/// order   Set the gradients to zero at the start of a window. Set the rate before the optimizer's step.
/// bytes   Each bucket is summed once in an optimizer step. You can also send row counts and losses, at most
///         64 bytes for each rank in a step.
/// errors  A CommError of the Comm passes through.
TrainLog train_with_accumulation(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                                 const gridmark::tensor::Images& images, gridmark::comm::Comm& comm, int micro_batch,
                                 int accumulation_steps, const DdpSettings& settings);

/// The same with one micro-batch of settings.batch rows in each optimizer step.
TrainLog train_ddp(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                   const gridmark::tensor::Images& images, gridmark::comm::Comm& comm, const DdpSettings& settings);
