#pragma once
// Runs trainings: a part of adaptor.cu.
#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/comm/comm.h"
#include "labkit/disk/remote_disk.h"
#include "labs/lab5-production/include/trainer.h"
#include "labs/lab5-production/trainer_operations.h"

namespace gridmark::lab5 {

using tensor::DType;
using tensor::Tensor;

GRIDMARK_OPERATION(Rates, op) {
  const Schedule schedule{.peak = op.peak, .floor = op.floor, .warmup = op.warmup, .total = op.total};
  return channel::graded([&] {
    for (std::size_t i = 0; i < op.steps.size(); ++i)
      op.rates.writable()[i] = learning_rate(op.steps.values()[i], schedule);
    return cudaSuccess;
  });
}

/// Writes entries, and also counts those that do not fit.
template <class T>
class Entries {
 public:
  explicit Entries(channel::Out<T>& out) : out_(out) {}
  void add(const T& entry) {
    if (count_ < out_.size()) out_.writable()[count_] = entry;
    ++count_;
  }
  std::size_t count() const { return count_; }

 private:
  channel::Out<T>& out_;
  std::size_t count_ = 0;
};

inline DType type_of(Low low) { return low == Low::f16 ? DType::f16 : low == Low::bf16 ? DType::bf16 : DType::f32; }

/// Returns its input unchanged, and notes it.
class Look : public tensor::Module {
 public:
  Look(TrainerRun& op, const std::vector<Tensor>& parameters) : op_(op), parameters_(parameters), passes_(op.passes) {}
  Tensor forward(const Tensor& x) override {
    if (!op_.looks_at_passes) return x;
    const std::size_t number = passes_.count();
    Pass pass{.trains = trains_, .has_graph = x.requires_grad(), .is_low = x.dtype() == type_of(op_.low), .all_f32 = 1};
    for (const Tensor& one : parameters_) pass.all_f32 &= one.dtype() == DType::f32;
    passes_.add(pass);
    return tensor::with_gradient(x.detach(), "look", {x}, [this, number](const Tensor& gradient) {
      if (number < op_.passes.size()) op_.passes.writable()[number].largest_gradient = largest(gradient);
      return std::vector<Tensor>{gradient};
    });
  }
  void train(bool on) override { trains_ = on; }
  std::size_t passes() const { return passes_.count(); }

 private:
  static double largest(const Tensor& gradient) {
    double most = 0;
    for (const float value : gradient.to(DType::f32).to_vector()) most = std::max<double>(most, std::abs(value));
    return most;
  }

  TrainerRun& op_;
  std::vector<Tensor> parameters_;
  Entries<Pass> passes_;
  std::int32_t trains_ = 1;
};

class Tanh : public tensor::Module {
 public:
  Tensor forward(const Tensor& x) override { return tensor::tanh(x); }
};

/// An optimizer that notes the gradients and the rate of each step.
template <class Base>
class Noting : public Base {
 public:
  Noting(const tensor::Module& module, TrainerRun& op)
      : Base(module.named_parameters(), settings(static_cast<float>(op.peak))), op_(op), rates_(op.rates_used) {}
  std::size_t steps_seen() const { return rates_.count(); }

 protected:
  void update(std::size_t index, Tensor& parameter, const Tensor& gradient) override {
    if (index == 0) rates_.add(this->rate());
    std::size_t at = (rates_.count() - 1) * op_.parameters.size();
    for (std::size_t i = 0; i < index; ++i) at += static_cast<std::size_t>(this->parameters()[i].numel());
    const auto count = static_cast<std::size_t>(gradient.numel());
    if (!op_.gradients.writable().empty() && at + count <= op_.gradients.size()) {
      const std::vector<float> values = gradient.to_vector();
      std::copy(values.begin(), values.end(), op_.gradients.writable().begin() + static_cast<std::ptrdiff_t>(at));
    }
    Base::update(index, parameter, gradient);
  }

 private:
  static auto settings(float rate) {
    if constexpr (std::is_same_v<Base, tensor::Adam>)
      return tensor::Adam::Settings{.rate = rate};
    else
      return rate;
  }

  TrainerRun& op_;
  Entries<float> rates_;
};

/// A clock that advances with the micro-batches, by a quarter of a second for each.
struct BatchClock : services::Clock {
  double now() const override { return 1e9 + 0.25 * static_cast<double>(batches); }
  std::int64_t batches = 0;
};

/// Batches that count their calls and advance the clock.
class CountedBatches : public Batches {
 public:
  CountedBatches(std::unique_ptr<Batches> from, BatchClock& clock) : from_(std::move(from)), clock_(clock) {}
  std::optional<tensor::Batch> next() override {
    auto batch = from_->next();
    if (batch) ++clock_.batches;
    return batch;
  }

 private:
  std::unique_ptr<Batches> from_;
  BatchClock& clock_;
};

inline tensor::Images images_of(const channel::In<float>& x, const channel::In<int>& labels) {
  const auto rows = static_cast<std::int64_t>(labels.size());
  return {Tensor::from({x.values().begin(), x.values().end()}, {rows, net_inputs}),
          Tensor::labels({labels.values().begin(), labels.values().end()})};
}

inline void fill(const std::vector<Tensor>& tensors, std::span<const float> values) {
  for (const Tensor& one : tensors) {
    const auto count = static_cast<std::size_t>(one.numel());
    one.detach().copy_from(Tensor::from({values.begin(), values.begin() + static_cast<std::ptrdiff_t>(count)}, one.shape()));
    values = values.subspan(count);
  }
}

/// A trainer with the objects that it needs.
template <class Base>
class Errands {
 public:
  explicit Errands(TrainerRun& op)
      : op_(op),
        disk_(op.disk.take()),
        comm_(op.network.take(), op.rank, op.world),
        generator_(1000 + static_cast<std::uint64_t>(op.rank)),
        train_(images_of(op.x, op.labels)),
        validation_(images_of(op.validation_x, op.validation_labels)),
        orders_(op.order),
        reports_(op.reports) {
    make_net();
    optimizer_ = std::make_unique<Noting<Base>>(net_, op);
    services_.log = [this](std::int64_t step, const TrainMetrics& told) {
      reports_.add({step, told.steps, told.loss, told.accuracy, told.learning_rate, told.samples_per_second});
    };
    services_.batches = [this](const tensor::Images& images, std::vector<std::int64_t> order, std::int64_t rows) {
      return batches(images, std::move(order), rows);
    };
  }

  void run() {
    ProductionTrainer trainer(net_, *optimizer_, generator_, train_, validation_, config(), services_);
    Entries<Epoch> epochs(op_.epochs);
    Entries<Validation> validations(op_.validations);
    Entries<int> loaded(op_.loaded);
    for (const Errand& errand : op_.errands.values()) {
      if (errand.action == Action::steps) trainer.train_steps(errand.count);
      if (errand.action == Action::until) trainer.train_steps(errand.count - optimizer_->steps());
      if (errand.action == Action::epoch) epochs.add(epoch_of(trainer));
      if (errand.action == Action::validate) validations.add(validation_of(trainer));
      if (errand.action == Action::load) loaded.add(trainer.load_checkpoint());
      if (errand.action == Action::save) trainer.save_checkpoint(), disk_.returned();
    }
    op_.standing.writable()[0] = {generator_.seed(), generator_.position(), optimizer_->steps(), optimizer_->rate(),
                                  trainer.best_validation()};
  }

  /// Waits until the device has done all work.
  void finish() {
    std::vector<Tensor> all = net_.parameters();
    for (const auto& part : {net_.buffers(), optimizer_->state()}) all.insert(all.end(), part.begin(), part.end());
    std::size_t at = 0;
    for (const Tensor& one : all)
      for (const float value : one.to_vector())
        if (at < op_.tensors.size()) op_.tensors.writable()[at++] = value;
    op_.steps_made.writable()[0] = static_cast<std::int64_t>(optimizer_->steps_seen());
    op_.reports_made.writable()[0] = static_cast<std::int64_t>(reports_.count());
    op_.order_length.writable()[0] = static_cast<std::int64_t>(orders_.count());
    op_.passes_made.writable()[0] = static_cast<std::int64_t>(look_->passes());
  }

 private:
  void make_net() {
    using namespace tensor;
    Generator start(1);
    const auto linear = [&](int in, int out) { net_.add(std::make_shared<Linear>(in, out, start)); };
    linear(net_inputs, net_hidden);
    if (op_.net == Net::everything) {
      net_.add(std::make_shared<BatchNorm>(net_hidden));
      net_.add(std::make_shared<ReLU>());
      net_.add(std::make_shared<Dropout>(0.25f, generator_));
    } else {
      net_.add(std::make_shared<Tanh>());
      linear(net_hidden, net_hidden);
      net_.add(std::make_shared<Tanh>());
    }
    linear(net_hidden, net_classes);
    net_.to(Device::cuda());
    fill(net_.parameters(), op_.parameters.values());
    look_ = std::make_shared<Look>(op_, net_.parameters());
    net_.add(look_);
  }

  Config config() const {
    return {.micro_batch = op_.micro_batch,
            .accumulation_steps = op_.accumulation_steps,
            .low = type_of(op_.low),
            .scaler = {.first = op_.first_scale, .growth_interval = op_.growth_interval},
            .max_norm = op_.max_norm,
            .schedule = {.peak = op_.peak, .floor = op_.floor, .warmup = op_.warmup, .total = op_.total},
            .log_interval = op_.log_interval,
            .save_interval = op_.save_interval,
            .seed = op_.seed};
  }

  std::unique_ptr<Batches> batches(const tensor::Images& images, std::vector<std::int64_t> order, std::int64_t rows) {
    if (images.labels.shares_storage_with(validation_.labels)) return plain_batches(images, std::move(order), rows);
    for (const std::int64_t index : order) orders_.add(index);
    return std::make_unique<CountedBatches>(plain_batches(images, std::move(order), rows), clock_);
  }

  static Epoch epoch_of(ProductionTrainer& trainer) {
    const EpochLog log = trainer.train_epoch();
    return {log.loss, log.accuracy, log.steps, log.skipped};
  }

  Validation validation_of(ProductionTrainer& trainer) {
    const auto held = [] { return static_cast<std::int64_t>(tensor::memory_stats().allocated); };
    const std::int64_t bytes = held(), drawn = static_cast<std::int64_t>(generator_.position());
    const double loss = trainer.validate();
    return {loss, trainer.best_validation(), static_cast<std::int64_t>(generator_.position()) - drawn, held() - bytes};
  }

  TrainerRun& op_;
  disk::RemoteDisk disk_;
  comm::Comm comm_;
  tensor::Generator generator_;
  tensor::Images train_, validation_;
  Entries<std::int64_t> orders_;
  Entries<Report> reports_;
  BatchClock clock_;
  Services services_{disk_, comm_, clock_};
  tensor::Sequential net_;
  std::shared_ptr<Look> look_;
  std::unique_ptr<Noting<Base>> optimizer_;
};

template <class Base>
channel::Status run_errands(TrainerRun& op) {
  Errands<Base> errands(op);
  if (op.keeps_timeline) channel::keep_timeline();
  const channel::Status status = channel::graded([&] {
    errands.run();
    return cudaSuccess;
  });
  if (status.code == 0) errands.finish();
  return status;
}

GRIDMARK_OPERATION(TrainerRun, op) { return op.adam ? run_errands<tensor::Adam>(op) : run_errands<tensor::SGD>(op); }

}  // namespace gridmark::lab5
