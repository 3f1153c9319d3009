#pragma once
// Runs a training with DistributedDataParallel: a part of adaptor.cu.
#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/comm/comm.h"
#include "labs/lab3-distributed/include/ddp_training.h"
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

using namespace gridmark::tensor;

/// Layers of one width. A pass may leave one of them out.
class Perceptron : public Module {
 public:
  Perceptron(int layers, int width, bool batch_norm) {
    Generator generator(1);
    for (int i = 0; i < layers; ++i) linear_.push_back(std::make_shared<Linear>(width, width, generator));
    if (batch_norm) norm_ = std::make_shared<BatchNorm>(width);
    to(Device::cuda());
  }
  Tensor forward(const Tensor& x) override {
    Tensor y = x;
    for (std::size_t i = 0; i < linear_.size(); ++i) {
      if (static_cast<int>(i) == left_out) continue;
      y = linear_[i]->forward(y);
      if (i == 0 && norm_) y = norm_->forward(y);
      if (i + 1 < linear_.size()) y = relu(y);
    }
    return y;
  }
  std::vector<Tensor> parameters() const override {
    std::vector<Tensor> all;
    for (const auto& one : linear_) all.insert(all.end(), {one->weight, one->bias});
    if (norm_) all.insert(all.end(), {norm_->weight, norm_->bias});
    return all;
  }
  std::vector<NamedTensor> named_buffers() const override {
    return norm_ ? norm_->named_buffers() : std::vector<NamedTensor>();
  }
  void train(bool on) override {
    if (norm_) norm_->train(on);
  }

  int left_out = -1;

 private:
  std::vector<std::shared_ptr<Linear>> linear_;
  std::shared_ptr<BatchNorm> norm_;
};

inline std::vector<Tensor> parameters_and_buffers(const Module& module) {
  std::vector<Tensor> all = module.parameters();
  for (const Tensor& buffer : module.buffers()) all.push_back(buffer);
  return all;
}

/// Writes tensors into `out`, one after the other, starting at `at`.
inline std::size_t write_all(const std::vector<Tensor>& tensors, std::span<float> out, std::size_t at) {
  for (const Tensor& tensor : tensors) {
    const std::vector<float> values = tensor.to_vector();
    std::copy(values.begin(), values.end(), out.begin() + static_cast<std::ptrdiff_t>(at));
    at += values.size();
  }
  return at;
}

inline void fill(const std::vector<Tensor>& tensors, std::span<const float> values) {
  std::size_t at = 0;
  for (Tensor tensor : tensors) {
    const auto count = static_cast<std::size_t>(tensor.numel());
    const std::vector<float> part(values.begin() + static_cast<std::ptrdiff_t>(at),
                                  values.begin() + static_cast<std::ptrdiff_t>(at + count));
    tensor.detach().copy_from(Tensor::from(part, tensor.shape()));
    at += count;
  }
}

/// All elements, one tensor after the other.
inline std::vector<float> values_of(const std::vector<Tensor>& tensors) {
  std::vector<float> all;
  for (const Tensor& tensor : tensors)
    for (const float value : tensor.to_vector()) all.push_back(value);
  return all;
}

/// All gradients. A missing one is written as zeros.
inline std::vector<Tensor> gradients_of(const Module& module) {
  std::vector<Tensor> all;
  for (const Tensor& parameter : module.parameters())
    all.push_back(parameter.grad().defined() ? parameter.grad() : Tensor::zeros(parameter.shape()));
  return all;
}

class Training {
 public:
  Training(Train& op, comm::Comm& comm)
      : op_(op), comm_(comm), net_(op.layers, op.width, op.batch_norm), twin_(op.layers, op.width, op.batch_norm) {
    fill(parameters_and_buffers(net_), op.weights.values());
    x_ = Tensor::from({op.x.data(), op.x.data() + op.x.size()}, rows_of(op))
             .to(Device::cuda());
    labels_ = Tensor::labels({op.labels.data(), op.labels.data() + op.labels.size()}).to(Device::cuda());
  }

  void run() {
    DistributedDataParallel ddp(net_, comm_, op_.bucket_bytes);
    write_all(parameters_and_buffers(net_), op_.started.writable(), 0);
    op_.seen.writable()[0].buckets = ddp.buckets();
    for (int step = 0; step < op_.steps; ++step) run_step(ddp, step);
  }

  void finish() { write_all(net_.parameters(), op_.trained.writable(), 0); }

 private:
  static Shape rows_of(const Train& op) {
    return {static_cast<std::int64_t>(op.labels.size()), static_cast<std::int64_t>(op.width)};
  }
  Tensor loss_of(Module& module, int pass) const {
    const std::int64_t first = static_cast<std::int64_t>(pass) * op_.rows;
    return cross_entropy(module.forward(x_.narrow(0, first, op_.rows)), labels_.narrow(0, first, op_.rows)) *
           (1.0f / static_cast<float>(op_.micro_steps));
  }
  std::span<float> of_step(channel::Out<float>& out, int step) const {
    const std::size_t size = out.size() / static_cast<std::size_t>(op_.steps);
    return out.writable().subspan(static_cast<std::size_t>(step) * size, size);
  }

  /// Notes this rank's gradients without the other ranks.
  void note_local_gradients(int step) {
    fill(twin_.parameters(), values_of(net_.parameters()));
    twin_.zero_grad();
    for (int i = 0; i < op_.micro_steps; ++i) {
      const Tensor loss = loss_of(twin_, step * op_.micro_steps + i);
      channel::require(cudaStreamSynchronize(nullptr));
      const double begin = comm_.seconds();
      loss.backward();
      channel::require(cudaStreamSynchronize(nullptr));
      op_.seen.writable()[0].local_backward = comm_.seconds() - begin;
    }
    write_all(gradients_of(twin_), of_step(op_.local, step), 0);
  }

  void run_step(DistributedDataParallel& ddp, int step) {
    const bool leaves_out = step + 1 == op_.steps && op_.rank < op_.unused_ranks;
    net_.left_out = twin_.left_out = leaves_out ? op_.unused_layer : -1;
    note_local_gradients(step);
    channel::require(cudaDeviceSynchronize());
    SeenTraining& seen = op_.seen.writable()[0];
    seen.step_begin = comm_.seconds();
    net_.zero_grad();
    run_passes(ddp, step);
    if (!op_.waits && op_.rank > 0) return;
    ddp.wait();
    seen.step_end = comm_.seconds();
    write_all(gradients_of(net_), of_step(op_.gradients, step), 0);
    SGD(net_.parameters(), op_.rate).step();
  }

  void run_passes(DistributedDataParallel& ddp, int step) {
    const int first = step * op_.micro_steps, last = first + op_.micro_steps - 1;
    for (int pass = first; pass < last; ++pass) {
      const DistributedDataParallel::NoSync local(ddp);
      ddp.backward(loss_of(ddp, pass));
    }
    const Tensor loss = loss_of(ddp, last);
    SeenTraining& seen = op_.seen.writable()[0];
    if (op_.watches_clock) channel::require(cudaStreamSynchronize(nullptr));
    seen.backward_begin = comm_.seconds();
    ddp.backward(loss);
  }

  Train& op_;
  comm::Comm& comm_;
  Perceptron net_, twin_;
  Tensor x_, labels_;
};

inline channel::Status run_training(Train& op) {
  comm::Comm comm(op.network.take(), op.rank, op.world);
  Training training(op, comm);
  const channel::Status status = channel::graded([&] {
    training.run();
    return cudaSuccess;
  });
  if (status.code == 0) training.finish();
  return status;
}

}  // namespace gridmark::lab3
