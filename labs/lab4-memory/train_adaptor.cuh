#pragma once
// Runs train_large_model: a part of adaptor.cu.
#include <functional>
#include <string>

#include "labs/lab4-memory/blocks.cuh"
#include "labs/lab4-memory/include/oom_fixes.h"
#include "labs/lab4-memory/train_operation.h"

namespace gridmark::lab4 {

/// Memory of the device that is no tensor's: what the program has taken beside the kit.
inline std::size_t others() {
  std::size_t free = 0, total = 0;
  exam::require(cudaMemGetInfo(&free, &total));
  return total - free - memory_stats().reserved;
}

/// What a head knows of its results. Shared with their graphs, which a submission may keep for longer.
struct HeadCounts {
  int alive = 0;    ///< graphs that somebody holds
  int waiting = 0;  ///< those that no backward pass has reached
  int unused = 0;   ///< graphs that went without a backward pass
  int most_waiting = 0;
  std::int64_t most_rows = 0;
  std::size_t before_rows = 0;  ///< bytes when the last rows reached the model
  std::size_t activations = 0;  ///< the most bytes beyond these in a backward pass
};
using SharedCounts = std::shared_ptr<HeadCounts>;

/// Lives as long as the graph of one result.
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

  /// A backward pass has come to the head.
  void reach() {
    if (reached_) return;
    reached_ = true;
    --counts_->waiting;
    const std::size_t now = allocated();
    if (now > counts_->before_rows) counts_->activations = std::max(counts_->activations, now - counts_->before_rows);
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
    counts_->most_rows = std::max(counts_->most_rows, x.size(0));
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

/// The first block, which tells when rows arrive.
class Entrance : public Module {
 public:
  Entrance(std::shared_ptr<Module> block, std::function<void()> arrive)
      : block_(std::move(block)), arrive_(std::move(arrive)) {}
  Tensor forward(const Tensor& x) override {
    arrive_();
    return block_->forward(x);
  }
  std::vector<Tensor> parameters() const override { return block_->parameters(); }

 private:
  std::shared_ptr<Module> block_;
  std::function<void()> arrive_;
};

/// The model of an operation, and what is seen of it while it trains.
class WatchedModel {
 public:
  explicit WatchedModel(TrainLarge& op) : op_(op) {
    const float* at = op.weights.data();
    model_.blocks = blocks_of(at, op.layers, op.width, op.hidden, 0, generator_, std::make_shared<Passes>());
    model_.head = std::make_shared<WatchedHead>(at, op.width, op.classes, counts_);
    model_.generator = &generator_;
    parameters_ = model_.parameters();
    before_ = allocated();
    others_before_ = others();
    model_.blocks.front() =
        std::make_shared<Entrance>(model_.blocks.front(), [data = data_, counts = counts_, before = before_] {
          counts->before_rows = allocated();
          if (*data == 0) *data = counts->before_rows - before;
        });
    shrink_device();
    reset_peak();
  }
  ~WatchedModel() { set_memory_limit(0); }
  WatchedModel(const WatchedModel&) = delete;
  WatchedModel& operator=(const WatchedModel&) = delete;

  LargeModel& model() { return model_; }
  /// That have ended.
  int steps() const { return steps_; }

  void end_of_step(int step) {
    ++steps_;
    shrink_device();
    if (step < 0 || static_cast<std::size_t>(step) >= op_.seen.size()) return;
    SeenStep now{allocated() - before_, others() - others_before_, counts_->alive, 0};
    for (const Tensor& one : parameters_) now.gradients += one.grad().defined() ? 1 : 0;
    op_.seen.writable()[static_cast<std::size_t>(step)] = now;
  }

  void put_results() {
    SeenTraining seen{*data_, counts_->activations, memory_stats().peak - before_, 0, 0, 0, 0, 0};
    seen.after = allocated() - before_ + (others() - others_before_);
    seen.most_rows = static_cast<std::int32_t>(counts_->most_rows);
    seen.most_graphs = counts_->most_waiting;
    seen.unused_graphs = counts_->unused;
    for (const Tensor& one : model_.parameters()) seen.parameters += static_cast<std::int32_t>(one.numel());
    op_.memory.writable()[0] = seen;
    float* to = op_.trained.writable().data();
    const float* const end = to + op_.trained.size();
    for (const Tensor& one : parameters_) put(one, to, end);
  }

 private:
  /// What is not the kit's is not there for the kit either.
  void shrink_device() {
    if (op_.device_bytes == 0) return;
    const std::size_t taken = others() - others_before_;
    set_memory_limit(taken < op_.device_bytes ? op_.device_bytes - taken : 1);
  }

  TrainLarge& op_;
  Generator generator_{7};
  SharedCounts counts_ = std::make_shared<HeadCounts>();
  std::shared_ptr<std::size_t> data_ = std::make_shared<std::size_t>(0);
  LargeModel model_;
  std::vector<Tensor> parameters_;
  std::size_t before_ = 0, others_before_ = 0;
  int steps_ = 0;
};

inline Rows rows_of(const exam::In<float>& x, const exam::In<int>& labels, int width) {
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

inline void put_all(const std::vector<float>& from, exam::Out<float>& to) {
  std::copy_n(from.begin(), std::min(from.size(), to.size()), to.writable().begin());
}

GRIDMARK_OPERATION(TrainLarge, op) {
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
  const Tensor x = rows.x.to(Place::device()), labels = rows.labels.to(Place::device());
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
