#pragma once
// Operations that the checker of lab 5 can run in trainer.cu.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/link.h"

namespace gridmark::lab5 {

/// learning_rate() at some steps.
struct Rates {
  static constexpr std::string_view name = "rates";
  double peak = 1, floor = 0;
  std::int64_t warmup = 0, total = 1;
  channel::In<std::int64_t> steps = {};
  channel::Out<double> rates = {};
  auto fields() { return std::tie(peak, floor, warmup, total, steps, rates); }
  std::string subject() const { return "learning_rate"; }
  std::string describe() const {
    return "learning_rate(peak " + std::to_string(peak) + ", floor " + std::to_string(floor) + ", warmup " +
           std::to_string(warmup) + ", total " + std::to_string(total) + ")";
  }
};

/// The next action of a trainer.
enum class Action : std::int32_t { steps, until, epoch, validate, save, load };
struct Errand {
  Action action = Action::epoch;
  std::int32_t count = 1;  ///< number of steps to make, or the total to reach
};

/// The network to train.
enum class Net {
  layers,      ///< three, with tanh between them; a reference in double precision can follow them
  everything,  ///< with BatchNorm and Dropout, for all state of a checkpoint
};
inline constexpr int net_inputs = 12, net_hidden = 16, net_classes = 10;

/// The type of the products.
enum class Low { f32, f16, bf16 };
inline const char* name_of(Low low) { return low == Low::f32 ? "f32" : low == Low::f16 ? "f16" : "bf16"; }

/// One call of the log.
struct Report {
  std::int64_t step = 0, steps = 0;
  double loss = 0, accuracy = 0, rate = 0, samples_per_second = 0;
};

/// An EpochLog.
struct Epoch {
  double loss = 0, accuracy = 0;
  std::int64_t steps = 0, skipped = 0;
};

/// A forward pass, observed in the last layer.
struct Pass {
  std::int32_t trains = 0;      ///< 1: the module is in training mode
  std::int32_t has_graph = 0;   ///< 1: it records a graph for gradients
  std::int32_t is_low = 0;      ///< 1: its products have the requested type
  std::int32_t all_f32 = 0;     ///< 1: parameters are f32
  double largest_gradient = 0;  ///< of the scores in backward(), including the scale of the loss
};

/// A validation, and the state after it.
struct Validation {
  double loss = 0, best = 0;
  std::int64_t numbers_drawn = 0, bytes_held = 0;
};

/// The state of a training.
struct Standing {
  std::uint64_t seed = 0, drawn = 0;  ///< state of this rank's generator
  std::int64_t steps = 0;             ///< steps of the optimizer
  double rate = 0, best = 0;
};

/// Constructs a trainer and runs some errands with it.
struct TrainerRun {
  static constexpr std::string_view name = "trainer_run";
  int rank = 0, world = 1;
  channel::Link network = {}, disk = {};
  Net net = Net::layers;
  bool adam = false;              ///< instead of plain SGD
  bool keeps_timeline = false;    ///< the reply contains the timeline
  bool looks_at_passes = false;   ///< fills `passes`, which copies to the host
  std::int64_t micro_batch = 4;
  int accumulation_steps = 1;
  Low low = Low::f32;
  float first_scale = 1024;
  int growth_interval = 2000;
  float max_norm = 0;
  double peak = 0.25, floor = 0.25;
  std::int64_t warmup = 0, total = 1;
  std::int64_t log_interval = 1, save_interval = 0;
  std::uint64_t seed = 1;
  channel::In<Errand> errands = {};
  channel::In<float> parameters = {};             ///< equal on all ranks, in the order of the module
  channel::In<float> x = {}, validation_x = {};   ///< [rows,inputs]
  channel::In<int> labels = {}, validation_labels = {};
  channel::Out<float> gradients = {};             ///< [steps,parameters]: as the optimizer receives them
  channel::Out<float> rates_used = {};            ///< [steps]
  channel::Out<float> tensors = {};               ///< at the end: parameters, buffers, moments
  channel::Out<std::int64_t> order = {};          ///< samples of this rank, as requested from the BatchSource
  channel::Out<Report> reports = {};
  channel::Out<Epoch> epochs = {};                ///< one for each errand of that kind, and so on
  channel::Out<Validation> validations = {};
  channel::Out<int> loaded = {};
  channel::Out<Pass> passes = {};
  channel::Out<Standing> standing{1};
  channel::Out<std::int64_t> steps_made{1}, reports_made{1}, order_length{1}, passes_made{1};
  std::string circumstance{};                     ///< for messages
  auto fields() {
    return std::tie(rank, world, network, disk, net, adam, keeps_timeline, looks_at_passes, micro_batch,
                    accumulation_steps, low, first_scale, growth_interval, max_norm, peak, floor, warmup, total,
                    log_interval, save_interval, seed, errands, parameters, x, validation_x, labels,
                    validation_labels, gradients, rates_used, tensors, order, reports, epochs, validations, loaded,
                    passes, standing, steps_made, reports_made, order_length, passes_made);
  }
  std::string subject() const { return "ProductionTrainer"; }
  std::string describe() const {
    return "ProductionTrainer(" + std::to_string(world) + (world == 1 ? " rank, " : " ranks, ") +
           std::to_string(accumulation_steps) + " x " + std::to_string(micro_batch) + " rows, " + name_of(low) +
           circumstance + ")";
  }
};

}  // namespace gridmark::lab5
