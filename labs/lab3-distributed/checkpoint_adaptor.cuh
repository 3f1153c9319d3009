#pragma once
// Saves, loads and continues trainings: a part of adaptor.cu.
#include <cstring>
#include <string>
#include <vector>

#include "labkit/channel/device_array.h"
#include "labkit/channel/worker.h"
#include "labkit/comm/comm.h"
#include "labkit/disk/remote_disk.h"
#include "labs/lab3-distributed/checkpoint_operations.h"
#include "labs/lab3-distributed/include/distributed_checkpoint.h"
#include "labs/lab3-distributed/train_adaptor.cuh"

namespace gridmark::lab3 {

/// A network with all the state that a checkpoint must keep.
struct SavedNet {
  SavedNet(int width, std::uint64_t seed) : generator(seed), optimizer(parts_of(width)) {}

  /// The moments, the buffers, the parameters.
  std::vector<tensor::Tensor> tensors() {
    std::vector<tensor::Tensor> all = optimizer.state();
    for (const auto& part : {net.buffers(), net.parameters()}) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  std::vector<float> values() {
    return values_of(tensors());
  }
  StateNumbers numbers() const {
    return {state.epoch, state.position, optimizer.steps(), generator.seed(), generator.position(), optimizer.rate()};
  }
  void set_numbers(const StateNumbers& one) {
    state.epoch = one.epoch;
    state.position = one.position;
    optimizer.set_steps(one.steps);
    optimizer.set_rate(static_cast<float>(one.rate));
    generator = tensor::Generator(one.seed);
    generator.set_position(one.drawn);
  }

  tensor::Generator generator;
  tensor::Sequential net;
  tensor::Adam optimizer;
  TrainState state{net, optimizer, generator};

 private:
  std::vector<tensor::NamedTensor> parts_of(int width) {
    tensor::Generator start(1);
    net.add(std::make_shared<tensor::Linear>(width, width, start));
    net.add(std::make_shared<tensor::BatchNorm>(width));
    net.add(std::make_shared<tensor::ReLU>());
    net.add(std::make_shared<tensor::Dropout>(0.25f, generator));
    net.add(std::make_shared<tensor::Linear>(width, width, start));
    net.to(tensor::Device::cuda());
    return net.named_parameters();
  }
};

GRIDMARK_OPERATION(Checkpoint, op) {
  SavedNet saved(op.width, 0);
  fill(saved.tensors(), op.tensors.values());
  saved.set_numbers(op.numbers.values()[0]);
  disk::RemoteDisk disk(op.disk.take());
  comm::Comm comm(op.network.take(), op.rank, op.world);
  bool loaded = false;
  const channel::Status status = channel::graded([&] {
    if (op.action == Checkpoint::Action::load) {
      loaded = load_checkpoint(disk, comm, saved.state);
    } else {
      save_checkpoint(disk, comm, saved.state);
      disk.returned();
    }
    return cudaSuccess;
  });
  const std::vector<float> values = saved.values();
  std::copy(values.begin(), values.end(), op.tensors_then.writable().begin());
  op.numbers_then.writable()[0] = saved.numbers();
  op.loaded.writable()[0] = loaded;
  return status;
}

/// A data parallel training that does not use the lab's other parts.
class SavedRun {
 public:
  explicit SavedRun(SavedTraining& op)
      : op_(op),
        saved_(op.width, 100 + static_cast<std::uint64_t>(op.rank)),
        disk_(op.disk.take()),
        comm_(op.network.take(), op.rank, op.world) {
    fill(saved_.net.parameters(), op.parameters.values());
    x_ = tensor::Tensor::from({op.x.values().begin(), op.x.values().end()}, {op.batches * op.rows, op.width})
             .to(tensor::Device::cuda());
    labels_ = tensor::Tensor::labels({op.labels.values().begin(), op.labels.values().end()}, tensor::Device::cuda());
  }

  void run() {
    if (op_.loads) load_checkpoint(disk_, comm_, saved_.state);
    for (int steps = 0; steps < op_.end && steps_made() < op_.end; ++steps) {
      run_step();
      if (op_.saves_each == 0 || steps_made() % op_.saves_each != 0) continue;
      save_checkpoint(disk_, comm_, saved_.state);
      disk_.returned();
    }
    tell_all(bytes_of_state(), final_state_tag);
  }

 private:
  std::int64_t steps_made() const { return saved_.state.epoch * op_.batches + saved_.state.position / op_.rows; }

  /// Each epoch has another order of the batches.
  std::int64_t first_row() const {
    return (saved_.state.position / op_.rows + saved_.state.epoch) % op_.batches * op_.rows;
  }

  void run_step() {
    const tensor::Tensor x = x_.narrow(0, first_row(), op_.rows), labels = labels_.narrow(0, first_row(), op_.rows);
    tensor::cross_entropy(saved_.net.forward(x), labels).backward();
    average_gradients();
    saved_.optimizer.step();
    saved_.optimizer.zero_grad();
    share_buffers();
    saved_.optimizer.set_rate(0.9f * saved_.optimizer.rate());
    saved_.state.position += op_.rows;
    if (saved_.state.position < static_cast<std::int64_t>(op_.batches) * op_.rows) return;
    saved_.state.position = 0;
    ++saved_.state.epoch;
  }

  void tell_all(const std::string& bytes, int tag) {
    for (int other = 0; other < comm_.world(); ++other)
      if (other != comm_.rank()) comm_.send(other, bytes.data(), bytes.size(), tag);
  }

  void average_gradients() {
    const std::vector<float> own = values_of(gradients_of(saved_.net));
    const std::size_t bytes = own.size() * sizeof(float);
    tell_all({reinterpret_cast<const char*>(own.data()), bytes}, gradient_tag);
    std::vector<float> sum(own.size()), theirs(own.size());
    for (int rank = 0; rank < comm_.world(); ++rank) {
      if (rank != comm_.rank()) comm_.recv(rank, theirs.data(), bytes, gradient_tag);
      const std::vector<float>& added = rank == comm_.rank() ? own : theirs;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += added[i] / static_cast<float>(comm_.world());
    }
    std::span<const float> rest = sum;
    for (tensor::Tensor& parameter : saved_.net.parameters()) {
      const auto count = static_cast<std::size_t>(parameter.numel());
      parameter.set_grad(
          tensor::Tensor::from({rest.begin(), rest.begin() + count}, parameter.shape()).to(tensor::Device::cuda()));
      rest = rest.subspan(count);
    }
  }

  /// All ranks continue with the running moments of rank 0.
  void share_buffers() {
    for (tensor::Tensor& buffer : saved_.net.buffers()) {
      std::vector<float> values = buffer.to_vector();
      const std::size_t bytes = values.size() * sizeof(float);
      if (comm_.rank() == 0) tell_all({reinterpret_cast<const char*>(values.data()), bytes}, buffer_tag);
      if (comm_.rank() > 0) comm_.recv(0, values.data(), bytes, buffer_tag);
      buffer.copy_from(tensor::Tensor::from(values, buffer.shape()));
    }
  }

  std::string bytes_of_state() {
    const std::vector<float> values = saved_.values();
    const StateNumbers numbers = saved_.numbers();
    std::string bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float));
    return bytes.append(reinterpret_cast<const char*>(&numbers), sizeof numbers);
  }

  SavedTraining& op_;
  SavedNet saved_;
  disk::RemoteDisk disk_;
  comm::Comm comm_;
  tensor::Tensor x_, labels_;
};

GRIDMARK_OPERATION(SavedTraining, op) {
  SavedRun run(op);
  return channel::graded([&] {
    run.run();
    return cudaSuccess;
  });
}

}  // namespace gridmark::lab3
