#pragma once
// Runs train_large_model: a part of adaptor.cu.
#include <limits>
#include <optional>
#include <string>

#include "labs/lab4-memory/blocks.cuh"
#include "labs/lab4-memory/include/oom_fixes.h"
#include "labs/lab4-memory/train_operation.h"

namespace gridmark::lab4 {

/// Device memory that does not belong to tensors: memory that the program allocated without the kit.
inline std::size_t others() {
  std::size_t free = 0, total = 0;
  channel::require(cudaMemGetInfo(&free, &total));
  return total - free - memory_stats().reserved;
}

/// Counts for the results of a head. Their graphs share them, because a submission may keep a graph for
/// longer.
struct HeadCounts {
  int alive = 0;    ///< graphs that still exist
  int waiting = 0;  ///< graphs that no backward pass has reached yet
  int unused = 0;   ///< graphs that were released without a backward pass
  int most_waiting = 0;
  std::int64_t most_rows = 0;
  std::size_t most_bytes = 0;  ///< the most bytes at the start of a backward pass
};
using SharedCounts = std::shared_ptr<HeadCounts>;

/// Rows of any tensor whose last dimension is one row.
inline std::int64_t rows_in(const Tensor& tensor) {
  const std::int64_t width = tensor.shape().back();
  return width > 0 ? tensor.numel() / width : 0;
}

/// Traffic through the parts of a model: rows forward and gradients backward. A training outside the model
/// shows nothing here. If it sends unrelated rows through the model, their gradients differ from the real
/// ones.
class Traffic {
 public:
  explicit Traffic(std::size_t slopes) : slopes_(slopes) {}

  /// Rows have reached the first block. The minimum of bytes counts, so that additional fake rows cannot hide
  /// data.
  void arrive() {
    if (!since_arrival_) since_arrival_.emplace();
    fewest_bytes_ = std::min(fewest_bytes_, allocated());
  }
  /// A gradient has reached the part whose gradients begin at `first`. Its column sums are the bias's
  /// gradient.
  void come_back(const Tensor& grad, std::size_t first) {
    rows_back_ += rows_in(grad);
    if (!in_first_step_) return;
    const std::vector<float> values = grad.to_vector();
    const auto width = static_cast<std::size_t>(grad.shape().back());
    for (std::size_t i = 0; i < values.size(); ++i) slopes_[first + i % width] += static_cast<double>(values[i]);
  }

  /// Only the first step's gradients count, because a mistake has not changed the weights yet.
  void end_step() { in_first_step_ = false; }

  bool arrived() const { return since_arrival_.has_value(); }
  std::size_t fewest_bytes() const { return arrived() ? fewest_bytes_ : 0; }
  std::size_t peak() const { return arrived() ? since_arrival_->peak() : 0; }
  std::int64_t rows_back() const { return rows_back_; }
  const std::vector<double>& slopes() const { return slopes_; }

 private:
  std::optional<PeakWatch> since_arrival_;
  std::size_t fewest_bytes_ = std::numeric_limits<std::size_t>::max();
  std::int64_t rows_back_ = 0;
  bool in_first_step_ = true;
  std::vector<double> slopes_;
};
using SharedTraffic = std::shared_ptr<Traffic>;

/// Its lifetime is that of one result's graph.
class WatchedGraph {
 public:
  explicit WatchedGraph(SharedCounts counts) : counts_(std::move(counts)) {
    ++counts_->alive;
    counts_->most_waiting = std::max(counts_->most_waiting, ++counts_->waiting);
  }
  ~WatchedGraph() {
    --counts_->alive;
    if (reached_) return;
    --counts_->waiting;
    ++counts_->unused;
  }
  WatchedGraph(const WatchedGraph&) = delete;
  WatchedGraph& operator=(const WatchedGraph&) = delete;

  /// Notes that a backward pass has reached the head.
  void reach() {
    if (reached_) return;
    reached_ = true;
    --counts_->waiting;
    counts_->most_bytes = std::max(counts_->most_bytes, allocated());
  }

 private:
  SharedCounts counts_;
  bool reached_ = false;
};

/// A linear layer that watches the graphs of its results.
class WatchedHead : public Module {
 public:
  WatchedHead(const float*& weights, int width, int classes, SharedCounts counts) : counts_(std::move(counts)) {
    for (const Shape& shape : {Shape{classes, width}, Shape{classes}})
      parameters_.push_back(next_parameter(weights, shape));
  }

  Tensor forward(const Tensor& x) override {
    const Tensor y = linear(x, parameters_[0], parameters_[1]);
    if (!y.requires_grad()) return y;
    counts_->most_rows = std::max(counts_->most_rows, rows_in(x));
    const auto graph = std::make_shared<WatchedGraph>(counts_);
    return with_gradient(y.detach(), "head", {y}, [graph](const Tensor& grad) {
      graph->reach();
      return std::vector<Tensor>{grad};
    });
  }
  std::vector<Tensor> parameters() const override { return parameters_; }

 private:
  SharedCounts counts_;
  std::vector<Tensor> parameters_;
};

/// Watches a block or the head from outside.
class WatchedPart : public Module {
 public:
  /// first  index of its first gradient; the part with 0 also notes when rows arrive
  WatchedPart(std::shared_ptr<Module> part, SharedTraffic traffic, std::size_t first)
      : part_(std::move(part)), traffic_(std::move(traffic)), first_(first) {}
  Tensor forward(const Tensor& x) override {
    if (first_ == 0) traffic_->arrive();
    const Tensor y = part_->forward(x);
    return with_gradient(y.detach(), "part", {y}, [traffic = traffic_, first = first_](const Tensor& grad) {
      traffic->come_back(grad, first);
      return std::vector<Tensor>{grad};
    });
  }
  std::vector<Tensor> parameters() const override { return part_->parameters(); }

 private:
  std::shared_ptr<Module> part_;
  SharedTraffic traffic_;
  std::size_t first_;
};

/// The model of an operation, and the observations during its training.
class WatchedModel {
 public:
  explicit WatchedModel(TrainLarge& op)
      : op_(op),
        traffic_(std::make_shared<Traffic>(static_cast<std::size_t>(op.layers) * static_cast<std::size_t>(op.width) +
                                           static_cast<std::size_t>(op.classes))) {
    const float* at = op.weights.data();
    model_.blocks = blocks_of(at, op.layers, op.width, op.hidden, 0, generator_, std::make_shared<Passes>());
    model_.head = std::make_shared<WatchedHead>(at, op.width, op.classes, counts_);
    model_.generator = &generator_;
    parameters_ = model_.parameters();
    before_ = allocated();
    others_before_ = others();
    std::size_t first = 0;
    for (std::shared_ptr<Module>& block : model_.blocks) {
      block = std::make_shared<WatchedPart>(block, traffic_, first);
      first += static_cast<std::size_t>(op.width);
    }
    model_.head = std::make_shared<WatchedPart>(model_.head, traffic_, first);
    shrink_device();
    whole_.emplace();
  }
  ~WatchedModel() { set_memory_limit(0); }
  WatchedModel(const WatchedModel&) = delete;
  WatchedModel& operator=(const WatchedModel&) = delete;

  LargeModel& model() { return model_; }
  /// Number of completed steps.
  int steps() const { return steps_; }

  void end_of_step(int step) {
    ++steps_;
    traffic_->end_step();
    shrink_device();
    if (step < 0 || static_cast<std::size_t>(step) >= op_.seen.size()) return;
    SeenStep now{allocated() - before_, others() - others_before_, counts_->alive, 0};
    for (const Tensor& one : parameters_) now.gradients += one.grad().defined() ? 1 : 0;
    op_.seen.writable()[static_cast<std::size_t>(step)] = now;
  }

  void put_results() {
    SeenTraining seen{};
    seen.data = above(traffic_->fewest_bytes(), before_);
    seen.activations = above(counts_->most_bytes, traffic_->fewest_bytes());
    seen.peak = above(whole_->peak(), before_);
    seen.peak_of_steps = above(traffic_->peak(), before_);
    seen.rows_back = static_cast<std::uint64_t>(traffic_->rows_back());
    seen.after = allocated() - before_ + (others() - others_before_);
    seen.most_rows = static_cast<std::int32_t>(counts_->most_rows);
    seen.most_graphs = counts_->most_waiting;
    seen.unused_graphs = counts_->unused;
    for (const Tensor& one : model_.parameters()) seen.parameters += static_cast<std::int32_t>(one.numel());
    op_.memory.writable()[0] = seen;
    const std::vector<double>& slopes = traffic_->slopes();
    std::copy_n(slopes.begin(), std::min(slopes.size(), op_.slopes.size()), op_.slopes.writable().begin());
    float* to = op_.trained.writable().data();
    const float* const end = to + op_.trained.size();
    for (const Tensor& one : parameters_) put(one, to, end);
  }

 private:
  static std::size_t above(std::size_t bytes, std::size_t base) { return bytes > base ? bytes - base : 0; }

  /// Makes the device smaller for the kit by all memory that is not the kit's.
  void shrink_device() {
    if (op_.device_bytes == 0) return;
    const std::size_t taken = others() - others_before_;
    set_memory_limit(taken < op_.device_bytes ? op_.device_bytes - taken : 1);
  }

  TrainLarge& op_;
  Generator generator_{7};
  SharedCounts counts_ = std::make_shared<HeadCounts>();
  SharedTraffic traffic_;
  std::optional<PeakWatch> whole_;
  LargeModel model_;
  std::vector<Tensor> parameters_;
  std::size_t before_ = 0, others_before_ = 0;
  int steps_ = 0;
};

inline Rows rows_of(const channel::In<float>& x, const channel::In<int>& labels, int width) {
  const auto count = static_cast<std::int64_t>(labels.size());
  return {Tensor::from(values_of(x), {count, width}), Tensor::labels(values_of(labels))};
}

inline LargeSettings settings_of(const TrainLarge& op, WatchedModel& watched) {
  LargeSettings settings;
  settings.steps = op.steps, settings.batch = op.batch, settings.micro_batch = op.micro_batch;
  settings.every_n = op.every_n, settings.validate_every = op.validate_every;
  settings.rate = op.rate, settings.momentum = op.momentum;
  settings.after_step = [&watched](int step) { watched.end_of_step(step); };
  return settings;
}

inline void put_all(const std::vector<float>& from, channel::Out<float>& to) {
  std::copy_n(from.begin(), std::min(from.size(), to.size()), to.writable().begin());
}

GRIDMARK_OPERATION(TrainLarge, op) {
  if (const Status held = held_before(); held.code != 0) return held;
  const EmptyCache at_the_end;
  const Rows training = rows_of(op.x, op.labels, op.width);
  const Rows validation = rows_of(op.validation_x, op.validation_labels, op.width);
  WatchedModel watched(op);
  const LargeSettings settings = settings_of(op, watched);
  LargeLog log;
  std::string no_room;
  Status status = graded([&] {
    try {
      log = train_large_model(watched.model(), training, validation, settings);
    } catch (const OutOfMemory& error) {
      no_room = error.what();
    }
    return cudaSuccess;
  });
  if (!no_room.empty())
    return {cudaErrorMemoryAllocation, "OutOfMemory", "step " + std::to_string(watched.steps()) + ": " + no_room};
  watched.put_results();
  put_all(log.losses, op.losses);
  put_all(log.norms, op.norms);
  put_all(log.validation, op.validation);
  return status;
}

GRIDMARK_OPERATION(TrainLeaking, op) {
  const EmptyCache at_the_end;
  Generator generator(7);
  const float* at = op.weights.data();
  LargeModel model;
  model.blocks = blocks_of(at, op.layers, op.width, op.hidden, 0, generator, std::make_shared<Passes>());
  model.head = std::make_shared<WatchedHead>(at, op.width, op.classes, std::make_shared<HeadCounts>());
  const Rows rows = rows_of(op.x, op.labels, op.width);
  const Tensor x = rows.x.to(Device::cuda()), labels = rows.labels.to(Device::cuda());
  SGD sgd(model.parameters(), 0.05f);
  const std::size_t before = allocated();
  std::vector<Tensor> losses;
  for (int step = 0; step < op.steps; ++step) {
    const std::int64_t first = std::int64_t{step} * op.batch;
    losses.push_back(cross_entropy(model.logits(x.narrow(0, first, op.batch)), labels.narrow(0, first, op.batch)));
    losses.back().backward();
    sgd.step();
    sgd.zero_grad();
    op.live.writable()[static_cast<std::size_t>(step)] = static_cast<double>(allocated() - before);
  }
  return {};
}

}  // namespace gridmark::lab4
