#pragma once
// A training that survives crashes. You implement this in trainer.cu.
#include <cstdint>
#include <functional>
#include <memory>

#include "batches.h"
#include "labkit/comm/comm.h"
#include "labkit/disk/disk.h"
#include "labkit/services/services.h"
#include "labkit/tensor/tensor.h"
#include "plain_ddp.h"
#include "plain_scaler.h"
#include "train_metrics.h"

/// The learning rate over the optimizer steps: it rises linearly, then falls along half a cosine.
struct Schedule {
  double peak = 1e-3, floor = 0;
  std::int64_t warmup = 0;  ///< steps, may be 0
  std::int64_t total = 1;   ///< steps after which the rate stays at the floor, at least warmup
};

/// The learning rate of optimizer step t = 0, 1, ... Skipped steps are not counted.
///
///   t < warmup          peak * (t + 1) / warmup
///   warmup <= t < total floor + (peak - floor) / 2 * (1 + cos(pi * (t - warmup) / (total - warmup)))
///   total <= t          floor
///
/// accuracy  1e-7 of the peak
double learning_rate(std::int64_t step, const Schedule& schedule);

struct Config {
  std::int64_t micro_batch = 8;        ///< rows of this rank in one forward pass
  int accumulation_steps = 1;          ///< micro-batches in a window. The last window of an epoch may have fewer.
  gridmark::tensor::DType low = gridmark::tensor::DType::f16;  ///< type of the products. f32 is full precision.
  PlainScaler::Settings scaler = {};   ///< scales the loss, used if low is f16
  float max_norm = 0;                  ///< a mean gradient that is longer is shortened to this length. 0: never
  Schedule schedule = {};
  std::int64_t log_interval = 10;      ///< optimizer steps between two reports
  std::int64_t save_interval = 0;      ///< optimizer steps between two checkpoints. 0: only save_checkpoint() saves
  std::uint64_t seed = 1;              ///< for the order of the samples
};

/// Services that a trainer uses.
struct Services {
  gridmark::disk::Disk& disk;          ///< only rank 0 may call it
  gridmark::comm::Comm& comm;
  gridmark::services::Clock& clock;
  /// Rank 0 calls it after every `log_interval` optimizer steps, counted over all restarts. It also calls it at the
  /// end of an epoch if there are rows since the last report.
  std::function<void(std::int64_t step, const TrainMetrics& metrics)> log = {};
  BatchSource batches = plain_batches;  ///< the source of all batches
};

/// The log of one epoch, with the same values on all ranks. It covers the complete epoch, even after a restart.
struct EpochLog {
  double loss = 0, accuracy = 0;  ///< means over the rows of all ranks, including skipped windows
  std::int64_t steps = 0;         ///< optimizer steps made
  std::int64_t skipped = 0;       ///< windows without an optimizer step
};

/// Trains with cross_entropy. Each rank creates one trainer and calls the same functions in the same order.
///
/// samples   In epoch e = 0, 1, ... this rank uses the samples of shard(), in that order. A window is the next
///           micro_batch * accumulation_steps samples. The last window of an epoch may have fewer, and its last
///           micro-batch may have fewer rows. Each window makes one optimizer step.
/// gradient  The gradient is the mean over all rows of all ranks in the window, as if one device computed them all.
/// types     Parameters stay f32. In forward passes, including those of validate(), "matmul", "linear" and "conv2d"
///           use `low`. "softmax", "layer_norm", "sum", "mean", "cross_entropy" and "mse_loss" use f32. All other
///           operations use the widest type of their operands.
/// f16       The loss is scaled. If a gradient has Inf or NaN on any rank, all ranks skip the step of the window:
///           parameters, moments, steps() and schedule do not change, and the scale falls. With other types, nothing
///           is scaled and nothing is skipped.
/// order     backward, mean over the ranks, unscale, max_norm once, rate, step
/// buffers   After a window each buffer is set to its mean over the ranks, so all ranks have the same buffers.
/// markers   Each micro-batch has the NVTX ranges "load", "forward" and "backward". Each window has one range
///           "optimizer". It begins before the gradients are summed over the ranks and contains the rest of the step.
/// waits     With one rank, the trainer copies to the host once for each report and once for each validate(). If low
///           is f16, it also copies once for each window. Apart from that, only the BatchSource and a save may wait
///           for the device.
/// errors    Do not catch CommError and DiskError.
class ProductionTrainer {
 public:
  /// module, optimizer, generator  belong to this rank. The Dropout of the module uses the generator. Parameters and
  ///           buffers are the same on all ranks. All references must outlive the trainer.
  /// train     at least one image for each rank
  ProductionTrainer(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                    gridmark::tensor::Generator& generator, const gridmark::tensor::Images& train,
                    const gridmark::tensor::Images& validation, const Config& config, Services& services);
  ~ProductionTrainer();

  /// Trains to the end of the current epoch. After load_checkpoint() it may start in the middle of an epoch.
  EpochLog train_epoch();
  /// Makes this many optimizer steps, across epochs if needed. Skipped windows are not counted.
  void train_steps(std::int64_t steps);

  /// The mean loss over all validation images, on each rank. It builds no graphs, uses module.train(false), and draws
  /// no number from the generator. Afterwards the module is in training mode, and no additional memory is in use.
  double validate();
  /// The smallest loss of validate() over all restarts, and infinity before the first call.
  double best_validation() const;

  /// Saves in the file "checkpoint" everything that the next step depends on, as if the training had never stopped:
  ///
  ///   parameters, buffers, the optimizer's moments, its steps and rate     the same on all ranks
  ///   epoch, and the number of its samples that each rank has used         the same on all ranks
  ///   scale and clean steps of the scaler                                  the same on all ranks
  ///   best validation loss, totals of the epoch and since the last report
  ///   seed and position of the generator                                   different on each rank
  ///
  /// returns  On every rank, only when the checkpoint is safe. A later crash must leave this checkpoint or a newer one.
  /// crash    A crash before the return leaves the previous checkpoint or this one. Use other names than "checkpoint"
  ///          only for files that are not finished.
  void save_checkpoint();
  /// Restores the training as it was when the checkpoint was saved, on every rank and to the last bit. Only
  /// samples_per_second starts again. The disk must not change.
  ///
  /// returns  the same value on all ranks. It is false if there is no checkpoint, if it is damaged (even by one bit),
  ///          or if it belongs to another number of ranks or another network. Then nothing has changed.
  bool load_checkpoint();

 private:
  struct State;
  std::unique_ptr<State> state_;
};
