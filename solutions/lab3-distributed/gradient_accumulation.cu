// Lab 3: large batches on small devices.
// Read gradient_accumulation.h first. It contains the contract.
#include "gradient_accumulation.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace gridmark::tensor;
using gridmark::comm::Comm;

// ----------------------------------------------------------------------------------------------------
// 1. Warm-up: several devices in one process.

// BEGIN SOLUTION data_parallel
//: // TODO: give each device its rows and a copy of the network. Start all devices before you copy a result back.
//: Tensor data_parallel_forward(SimpleCNN&, const Tensor&, const std::vector<int>&) { return {}; }
/// The same network on another device.
static SimpleCNN replica_of(const SimpleCNN& net, Device device) {
  SimpleCNN replica = net;
  replica.conv1.weight = net.conv1.weight.to(device);
  replica.conv1.bias = net.conv1.bias.to(device);
  replica.conv2.weight = net.conv2.weight.to(device);
  replica.conv2.bias = net.conv2.bias.to(device);
  replica.output.weight = net.output.weight.to(device);
  replica.output.bias = net.output.bias.to(device);
  return replica;
}

Tensor data_parallel_forward(SimpleCNN& net, const Tensor& x, const std::vector<int>& devices) {
  const NoGrad guard;
  const std::int64_t rows = x.size(0), count = static_cast<std::int64_t>(devices.size());
  std::vector<SimpleCNN> replicas;
  std::vector<Tensor> parts;
  // A copy between devices waits for both of them, so make all copies before the first kernel.
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t first = rows * i / count, end = rows * (i + 1) / count;
    if (first == end) continue;
    const Device device = Device::cuda(devices[static_cast<std::size_t>(i)]);
    replicas.push_back(replica_of(net, device));
    parts.push_back(x.narrow(0, first, end - first).to(device));
  }
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = replicas[i].forward(parts[i]);
  Tensor all = Tensor::empty({rows, 10}, DType::f32, x.device());
  std::int64_t first = 0;
  for (const Tensor& part : parts) {
    all.narrow(0, first, part.size(0)).copy_from(part);
    first += part.size(0);
  }
  return all;
}
// END SOLUTION data_parallel

// ----------------------------------------------------------------------------------------------------
// 2. One optimizer step from several micro-batches.

/// Uses your ring to sum a number over all ranks. Whole numbers are exact up to 2^24.
static float sum_over_ranks(float number, Comm& comm) {
  const Tensor sum = Tensor::full({1}, number, DType::f32, Device::cuda());
  ring_all_reduce(comm, sum.data<float>(), 1, nullptr);
  return sum.item();
}

// BEGIN SOLUTION clip
//: // TODO: compute the length of all gradients as one vector. Scale a longer one to max_norm. 0 means never.
//: static float clip(const std::vector<Tensor>&, float) { return 0; }
/// Returns the length before scaling.
static float clip(const std::vector<Tensor>& parameters, float max_norm) {
  const NoGrad guard;
  double squares = 0;
  for (const Tensor& parameter : parameters)
    if (const Tensor gradient = parameter.grad(); gradient.defined()) squares += sum(gradient * gradient).item();
  const auto norm = static_cast<float>(std::sqrt(squares));
  if (max_norm == 0 || norm <= max_norm) return norm;
  for (const Tensor& parameter : parameters)
    if (Tensor gradient = parameter.grad(); gradient.defined()) gradient *= max_norm / norm;
  return norm;
}
// END SOLUTION clip

// BEGIN SOLUTION accumulate
//: // TODO: add up the gradients of rows [first, end), one micro-batch after the other. At the end they must be
//: // the mean over the rows of all ranks. Only the last micro-batch sends messages.
//: static StepLog accumulate(DistributedDataParallel&, const Images&, std::int64_t, std::int64_t, int, Comm&) {
//:   return {};
//: }
/// Leaves the mean gradient over the rows of all ranks in this window.
///
/// first, end  the rows of this rank
static StepLog accumulate(DistributedDataParallel& ddp, const Images& images, std::int64_t first, std::int64_t end,
                          int micro_batch, Comm& comm) {
  const float all_rows = sum_over_ranks(static_cast<float>(end - first), comm);
  float loss = 0;
  for (std::int64_t at = first; at < end; at += micro_batch) {
    const std::int64_t rows = std::min<std::int64_t>(micro_batch, end - at);
    std::optional<DistributedDataParallel::NoSync> local;
    if (at + rows < end) local.emplace(ddp);
    const Tensor x = images.pixels.narrow(0, at, rows).to(Device::cuda());
    const Tensor labels = images.labels.narrow(0, at, rows).to(Device::cuda());
    // The wrapper divides by the number of ranks later, so multiply the share of these rows by it.
    const Tensor share = cross_entropy(ddp.forward(x), labels) *
                         (static_cast<float>(rows) * static_cast<float>(comm.world()) / all_rows);
    ddp.backward(share);
    loss += share.item();
  }
  ddp.wait();
  StepLog log;
  log.loss = sum_over_ranks(loss, comm) / static_cast<float>(comm.world());
  log.effective_batch = static_cast<std::int64_t>(all_rows);
  return log;
}
// END SOLUTION accumulate

TrainLog train_with_accumulation(Module& module, Optimizer& optimizer, const Images& images, Comm& comm,
                                 int micro_batch, int accumulation_steps, const DdpSettings& settings) {
  DistributedDataParallel ddp(module, comm, settings.bucket_bytes);
  TrainLog log;
  // BEGIN SOLUTION windows
  //: // TODO: for each window, compute gradients and length, set the rate, make the optimizer step, and log.
  const std::int64_t rows = images.pixels.size(0);
  const std::int64_t window = std::int64_t{micro_batch} * accumulation_steps;
  for (std::int64_t first = 0; first < rows; first += window) {
    optimizer.zero_grad();
    StepLog step = accumulate(ddp, images, first, std::min(first + window, rows), micro_batch, comm);
    step.norm = clip(module.parameters(), settings.max_norm);
    if (settings.rate) optimizer.set_rate(settings.rate(static_cast<std::int64_t>(log.steps.size())));
    step.rate = optimizer.rate();
    optimizer.step();
    log.steps.push_back(step);
  }
  // END SOLUTION windows
  return log;
}

TrainLog train_ddp(Module& module, Optimizer& optimizer, const Images& images, Comm& comm,
                   const DdpSettings& settings) {
  // BEGIN SOLUTION train_ddp
  //: // TODO: train with one micro-batch in each window.
  //: return {};
  return train_with_accumulation(module, optimizer, images, comm, static_cast<int>(settings.batch), 1, settings);
  // END SOLUTION train_ddp
}
