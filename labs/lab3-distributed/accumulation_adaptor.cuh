#pragma once
// Runs gradient_accumulation.cu: a part of adaptor.cu.
#include <cstdlib>
#include <string>

#include "labs/lab3-distributed/accumulation_operations.h"
#include "labs/lab3-distributed/include/gradient_accumulation.h"
#include "labs/lab3-distributed/train_adaptor.cuh"

namespace gridmark::lab3 {

/// Must run before the first CUDA call, because the number of devices cannot change in a process.
inline void have_devices(int wanted) {
  setenv("GRIDMARK_DEVICES", std::to_string(wanted).c_str(), 1);
  int there = 0;
  channel::require(cudaGetDeviceCount(&there));
  if (there != wanted)
    throw std::runtime_error("this call needs " + std::to_string(wanted) + " devices, and here are " +
                             std::to_string(there));
}

/// The most bytes of tensors on each device since the construction of this object.
class DeviceUse {
 public:
  explicit DeviceUse(std::span<const int> devices) {
    for (const int device : devices) {
      before_.push_back(memory_stats(Device::cuda(device)).allocated);
      watches_.push_back(std::make_unique<PeakWatch>(Device::cuda(device)));
    }
  }
  void write(std::span<std::uint64_t> used) const {
    for (std::size_t i = 0; i < watches_.size(); ++i) used[i] = watches_[i]->peak() - before_[i];
  }

 private:
  std::vector<std::size_t> before_;
  std::vector<std::unique_ptr<PeakWatch>> watches_;
};

inline void write_scores(const Tensor& scores, channel::Out<float>& out) {
  if (!scores.defined()) return;
  const std::vector<float> values = scores.to_vector();
  std::copy_n(values.begin(), std::min(values.size(), out.size()), out.writable().begin());
}

inline channel::Status forward_on_devices(ForwardOnDevices& op) {
  have_devices(op.there);
  const std::vector<int> devices(op.devices.data(), op.devices.data() + op.devices.size());
  Generator generator(1);
  SimpleCNN net(generator);
  net.to(Device::cuda(devices[0]));
  fill(net.parameters(), op.parameters.values());
  const auto rows = static_cast<std::int64_t>(op.scores.size() / 10);
  const Tensor x =
      Tensor::from({op.x.data(), op.x.data() + op.x.size()}, {rows, 3, 32, 32}, DType::f32, Device::cuda(devices[0]));
  write_scores(net.forward(x), op.expected);
  const DeviceUse use(devices);
  Tensor scores;
  const channel::Status status = channel::graded([&] {
    scores = data_parallel_forward(net, x, devices);
    return cudaSuccess;
  });
  use.write(op.used.writable());
  const bool is_matrix = scores.defined() && scores.dims() == 2;
  op.seen.writable()[0] = is_matrix ? static_cast<int>(scores.size(0)) : 0;
  op.seen.writable()[1] = is_matrix ? static_cast<int>(scores.size(1)) : 0;
  op.seen.writable()[2] = scores.defined() ? scores.device().index() : -1;
  op.seen.writable()[3] = scores.defined() && scores.requires_grad() ? 1 : 0;
  write_scores(scores, op.scores);
  return status;
}

/// Runs the work in a Queue as early as a device could. Every wait of the Comm calls it.
inline void run_posted_work(comm::Comm& comm) {
  constexpr int tag_of_no_message = 1 << 20;
  if (comm.world() > 1) comm.wait(comm.isend((comm.rank() + 1) % comm.world(), nullptr, 0, tag_of_no_message));
}

/// Three layers with tanh between them.
class TanhNet : public Module {
 public:
  explicit TanhNet(comm::Comm& comm) : comm_(comm) {
    Generator generator(1);
    for (const auto& [in, out] :
         {std::pair(accumulation_inputs, accumulation_hidden), std::pair(accumulation_hidden, accumulation_hidden),
          std::pair(accumulation_hidden, accumulation_classes)})
      layers_.push_back(std::make_shared<Linear>(in, out, generator));
    to(Device::cuda());
  }
  Tensor forward(const Tensor& x) override {
    run_posted_work(comm_);
    Tensor y = tensor::tanh(layers_[0]->forward(x));
    if (passes_++ != skipped_pass) y = tensor::tanh(layers_[1]->forward(y));
    return layers_[2]->forward(y);
  }
  /// From now on the gradient of the middle weight is stored column by column.
  void keep_columns_together() {
    layers_[1]->weight.on_gradient(
        [](Tensor& weight) { weight.set_grad(weight.grad().transpose().contiguous().transpose()); });
  }
  std::vector<Tensor> parameters() const override {
    std::vector<Tensor> all;
    for (const auto& one : layers_) all.insert(all.end(), {one->weight, one->bias});
    return all;
  }

  int skipped_pass = -1;

 private:
  comm::Comm& comm_;
  std::vector<std::shared_ptr<Linear>> layers_;
  int passes_ = 0;
};

/// An optimizer that notes the gradients and the rate of each step.
template <class Base>
class Watched : public Base {
 public:
  Watched(const Module& module, float rate, Accumulate& op) : Base(module.parameters(), settings(rate)), op_(op) {}
  std::int64_t seen_steps() const { return seen_steps_; }

 protected:
  void update(std::size_t index, Tensor& parameter, const Tensor& gradient) override {
    if (index == 0) ++seen_steps_;
    note(index, gradient);
    Base::update(index, parameter, gradient);
  }

 private:
  static auto settings(float rate) {
    if constexpr (std::is_same_v<Base, Adam>)
      return Adam::Settings{.rate = rate};
    else
      return rate;
  }
  void note(std::size_t index, const Tensor& gradient) {
    const auto step = static_cast<std::size_t>(std::max<std::int64_t>(seen_steps_ - 1, 0));
    if (step >= op_.rates_used.size()) return;
    op_.rates_used.writable()[step] = this->rate();
    std::size_t at = step * op_.trained.size();
    for (std::size_t i = 0; i < index; ++i) at += static_cast<std::size_t>(this->parameters()[i].numel());
    write_all({gradient}, op_.gradients.writable(), at);
  }

  Accumulate& op_;
  std::int64_t seen_steps_ = 0;
};

inline void write_log(const TrainLog& log, Accumulate& op) {
  for (std::size_t i = 0; i < op.losses.size(); ++i) {
    const StepLog step = i < log.steps.size() ? log.steps[i] : StepLog();
    op.losses.writable()[i] = step.loss;
    op.rates_logged.writable()[i] = step.rate;
    op.norms.writable()[i] = step.norm;
    op.batches.writable()[i] = step.effective_batch;
  }
}

template <class Base>
channel::Status accumulate_with(Accumulate& op) {
  const auto rows = static_cast<std::int64_t>(op.labels.size());
  const Images images{Tensor::from({op.x.data(), op.x.data() + op.x.size()}, {rows, accumulation_inputs}),
                      Tensor::labels({op.labels.data(), op.labels.data() + op.labels.size()})};
  comm::Comm comm(op.network.take(), op.rank, op.world);
  TanhNet net(comm);
  fill(net.parameters(), op.parameters.values());
  if (op.rank == 0) net.keep_columns_together();  // only on one rank, so that the strides differ
  if (op.rank == op.skipping_rank) net.skipped_pass = op.skipped_pass;
  Watched<Base> optimizer(net, 1e3f, op);  // if a training sets no rate, this one makes it diverge at once
  DdpSettings settings{.batch = op.micro_batch, .bucket_bytes = op.bucket_bytes, .max_norm = op.max_norm};
  settings.rate = [rates = op.rates.values()](std::int64_t step) {
    return rates[static_cast<std::size_t>(std::clamp<std::int64_t>(step, 0, std::ssize(rates) - 1))];
  };
  TrainLog log;
  const channel::Status status = channel::graded([&] {
    log = op.plain
              ? train_ddp(net, optimizer, images, comm, settings)
              : train_with_accumulation(net, optimizer, images, comm, op.micro_batch, op.accumulation_steps, settings);
    return cudaSuccess;
  });
  if (status.code != 0) return status;
  write_all(net.parameters(), op.trained.writable(), 0);
  write_log(log, op);
  op.steps_made.writable()[0] = optimizer.seen_steps();
  op.steps_logged.writable()[0] = std::ssize(log.steps);
  op.steps_counted.writable()[0] = optimizer.steps();
  return status;
}

inline channel::Status run_accumulation(Accumulate& op) {
  return op.adam ? accumulate_with<Adam>(op) : accumulate_with<SGD>(op);
}

}  // namespace gridmark::lab3
