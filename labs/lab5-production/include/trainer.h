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
  int accumulation_steps = 1;          ///< micro-batches in an optimizer step; the last window of an epoch may
                                       ///< have fewer
  gridmark::tensor::DType low = gridmark::tensor::DType::f16;  ///< type of the products; f32: full precision
  float max_norm = 0;                  ///< a longer mean gradient is scaled to this length; 0: never
  Schedule schedule = {};
  std::int64_t log_interval = 10;      ///< optimizer steps between two reports
  std::int64_t save_interval = 0;      ///< optimizer steps between two checkpoints; 0: only save_checkpoint() saves
  std::uint64_t seed = 1;              ///< of the order of the samples
};

/// What the surroundings give to a trainer.
struct Services {
  gridmark::disk::Disk& disk;          ///< belongs to rank 0
  gridmark::comm::Comm& comm;
  gridmark::services::Clock& clock;
  /// Rank 0 calls it after each `log_interval` optimizer steps, and where an epoch ends between two reports.
  std::function<void(std::int64_t step, const TrainMetrics& metrics)> log = {};
  BatchSource batches = plain_batches;
};

/// One epoch, the same on all ranks.
struct EpochLog {
  double loss = 0, accuracy = 0;  ///< means over the rows of all ranks
  std::int64_t steps = 0;         ///< optimizer steps that were made
  std::int64_t skipped = 0;       ///< windows without one: a gradient had Inf or NaN on some rank
};

class ProductionTrainer {
 public:
  /// module, optimizer, generator  on this rank; the generator is that of the module's Dropout
  ProductionTrainer(gridmark::tensor::Module& module, gridmark::tensor::Optimizer& optimizer,
                    gridmark::tensor::Generator& generator, const gridmark::tensor::Images& train,
                    const gridmark::tensor::Images& validation, const Config& config, Services& services);
  ~ProductionTrainer();

  /// Trains from where it stands to the end of the epoch: after load_checkpoint() that may be in mid-epoch.
  EpochLog train_epoch();
  /// The next optimizer steps, over the ends of epochs.
  void train_steps(std::int64_t steps);
  /// The mean loss over the validation images, without graphs and without Dropout.
  double validate();
  void save_checkpoint();
  bool load_checkpoint();

 private:
  struct State;
  std::unique_ptr<State> state_;
};
