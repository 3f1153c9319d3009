#pragma once
// A training that survives: what your trainer.cu makes work.
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

/// The learning rate over the optimizer steps: up in a line, then down along half a cosine.
struct Schedule {
  double peak = 1e-3, floor = 0;
  std::int64_t warmup = 0;  ///< steps; 0: none
  std::int64_t total = 1;   ///< steps after which the rate stays at the floor; at least warmup
};

/// The rate of optimizer step t = 0, 1, ... Skipped steps are not counted.
///
///   t < warmup          peak * (t + 1) / warmup
///   warmup <= t < total floor + (peak - floor) / 2 * (1 + cos(pi * (t - warmup) / (total - warmup)))
///   total <= t          floor
///
/// accuracy  1e-7 of the peak
double learning_rate(std::int64_t step, const Schedule& schedule);

struct Config {
  std::int64_t micro_batch = 8;        ///< rows of this rank in one forward pass
  int accumulation_steps = 1;          ///< micro-batches in a window; the last window of an epoch may have fewer
  gridmark::tensor::DType low = gridmark::tensor::DType::f16;  ///< type of the products; f32: full precision
  PlainScaler::Settings scaler = {};   ///< of the loss, where low is f16
  float max_norm = 0;                  ///< a longer mean gradient is scaled to this length; 0: never
  Schedule schedule = {};
  std::int64_t log_interval = 10;      ///< optimizer steps between two reports
  std::int64_t save_interval = 0;      ///< optimizer steps between two checkpoints; 0: only save_checkpoint() saves
  std::uint64_t seed = 1;              ///< of the order of the samples
};

/// What the surroundings give to a trainer.
struct Services {
  gridmark::disk::Disk& disk;          ///< belongs to rank 0: the others call nothing of it
  gridmark::comm::Comm& comm;
  gridmark::services::Clock& clock;
  /// Rank 0 calls it after each `log_interval` optimizer steps, counted over all restarts, and at the end of an
  /// epoch that has rows since the last report.
  std::function<void(std::int64_t step, const TrainMetrics& metrics)> log = {};
  BatchSource batches = plain_batches;  ///< all batches come from here
};

/// One epoch, the same on all ranks. An epoch that a restart broke counts from its beginning.
struct EpochLog {
  double loss = 0, accuracy = 0;  ///< means over the rows of all ranks, skipped windows included
  std::int64_t steps = 0;         ///< optimizer steps that were made
  std::int64_t skipped = 0;       ///< windows without one
};

/// Trains by cross_entropy. All ranks make one, and call the same functions of it in the same order.
///
/// samples   of epoch e = 0, 1, ... this rank has those of shard(), in that order. A window is the next
///           micro_batch * accumulation_steps of them: fewer in the last window, and its last micro-batch may have
///           fewer rows. Each window makes one optimizer step.
/// gradient  the mean over all rows of all ranks in the window, as if one device had computed them at once
/// types     parameters stay f32. In forward passes, those of validate() too, "matmul", "linear" and "conv2d"
///           compute in `low`, "softmax", "layer_norm", "sum", "mean", "cross_entropy" and "mse_loss" in f32,
///           and all others in the widest type of their operands.
/// f16       the loss is scaled, and a gradient with Inf or NaN on any rank skips the window's step on all ranks:
///           parameters, moments, steps() and schedule stay, and the scale falls. Other types scale and skip
///           nothing.
/// order     backward, mean over the ranks, unscale, max_norm once, rate, step
/// buffers   after a window each is the mean over the ranks, so they are the same on all of them
/// markers   NVTX ranges "load", "forward" and "backward" once for each micro-batch, and "optimizer" once for
///           each window, around what belongs to the gradients from the sum over the ranks on
/// waits     on one rank, copies to the host: one for each report, one for each validate(), and one for each
///           window where low is f16. Nothing else waits for the device but the BatchSource and a save.
/// errors    CommError and DiskError pass through
class ProductionTrainer {
 public:
  /// module, optimizer, generator  on this rank; the generator is that of the module's Dropout. Parameters and
  ///           buffers are the same on all ranks. All references outlive the trainer.
  /// train     has at least one image for each rank
  ProductionTrainer(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                    gridmark::tensor::Generator& generator, const gridmark::tensor::Images& train,
                    const gridmark::tensor::Images& validation, const Config& config, Services& services);
  ~ProductionTrainer();

  /// Trains from where it stands to the end of the epoch: after load_checkpoint() that may be in mid-epoch.
  EpochLog train_epoch();
  /// The next optimizer steps, over the ends of epochs. Skipped windows are not counted.
  void train_steps(std::int64_t steps);

  /// The mean loss over all validation images, on each rank. Without graphs, with module.train(false), and without
  /// a number of the generator. Afterwards the module trains again, and no memory more is held.
  double validate();
  /// The smallest loss of validate() over all restarts; infinity before the first.
  double best_validation() const;

  /// Saves in the file "checkpoint" all that the next step depends on, as if the training had never stopped:
  ///
  ///   parameters, buffers, the optimizer's moments, its steps and rate     the same on all ranks
  ///   epoch and samples of it that each rank has had                       the same on all ranks
  ///   scale and clean steps of the scaler                                  the same on all ranks
  ///   best validation loss, figures of the epoch and since the last report
  ///   seed and position of the generator                                   each rank has its own
  ///
  /// return  on every rank once the checkpoint is safe: a crash from then on leaves this one or a later one
  /// crash   at any moment before that leaves the checkpoint before or this one. Names other than "checkpoint" are
  ///         for files that are not finished.
  void save_checkpoint();
  /// Makes the training what it was when the checkpoint was saved, on every rank and to the last bit. Only
  /// samples_per_second counts from here. Nothing on the disk changes.
  ///
  /// returns  true on all ranks, or false on all ranks. False: there is no checkpoint, it is not whole (one bit
  ///          that changed is enough), or it belongs to another number of ranks or to another network. Then
  ///          nothing has changed.
  bool load_checkpoint();

 private:
  struct State;
  std::unique_ptr<State> state_;
};
