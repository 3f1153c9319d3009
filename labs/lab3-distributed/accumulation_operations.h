#pragma once
// Operations that the checker of lab 3 can run in gradient_accumulation.cu.
#include "labs/lab3-distributed/operations.h"

namespace gridmark::lab3 {

/// data_parallel_forward of a SimpleCNN.
struct ForwardOnDevices {
  static constexpr std::string_view name = "forward_on_devices";
  int there = 1;                       ///< number of devices in the worker
  channel::In<int> devices = {};       ///< the devices of the call, in this order
  channel::In<float> parameters = {};  ///< all parameters in order
  channel::In<float> x = {};           ///< [rows,3,32,32]
  channel::Out<float> scores = {};     ///< [rows,10]
  channel::Out<float> expected = {};   ///< [rows,10]: the result of one device
  /// For each of `devices`: the most bytes of its tensors during the call.
  channel::Out<std::uint64_t> used = {};
  channel::Out<int> seen{4};  ///< rows and columns of the result, its device, whether it has a history
  auto fields() { return std::tie(there, devices, parameters, x, scores, expected, used, seen); }
  std::string subject() const { return "data_parallel_forward"; }
  std::string describe() const {
    return "data_parallel_forward(" + std::to_string(scores.size() / 10) + " rows, " + std::to_string(devices.size()) +
           (devices.size() == 1 ? " device)" : " devices)");
  }
};

/// The sizes of the trained network: three layers with tanh between them.
inline constexpr int accumulation_inputs = 12, accumulation_hidden = 16, accumulation_classes = 10;

/// A training by train_with_accumulation or train_ddp.
struct Accumulate {
  static constexpr std::string_view name = "accumulate";
  int rank = 0, world = 1;
  channel::Link network = {};
  bool plain = false;  ///< train_ddp, with micro_batch rows in a step
  int micro_batch = 8, accumulation_steps = 4;
  std::uint64_t bucket_bytes = 1024;
  float max_norm = 0;
  bool adam = false;                          ///< instead of plain SGD
  int skipping_rank = -1, skipped_pass = -1;  ///< this rank skips the middle layer in that forward pass
  channel::In<float> rates = {};              ///< rates of the expected optimizer steps, the last one stays
  channel::In<float> parameters = {};         ///< same on all ranks: weight [out,in] and bias of each layer
  channel::In<float> x = {};                  ///< [rows,inputs]: the rows of this rank
  channel::In<int> labels = {};
  channel::Out<float> gradients = {};                              ///< [steps, parameters]: the optimizer's
  channel::Out<float> rates_used = {};                             ///< [steps]: rates of the optimizer
  channel::Out<float> trained = {};                                ///< [parameters]
  channel::Out<float> losses = {}, rates_logged = {}, norms = {};  ///< [steps]: of the TrainLog; 0: missing
  channel::Out<std::int64_t> batches = {};                         ///< [steps]
  /// Steps of the optimizer, entries of the log, and the optimizer's own counter.
  channel::Out<std::int64_t> steps_made{1}, steps_logged{1}, steps_counted{1};
  auto fields() {
    return std::tie(rank, world, network, plain, micro_batch, accumulation_steps, bucket_bytes, max_norm, adam,
                    skipping_rank, skipped_pass, rates, parameters, x, labels, gradients, rates_used, trained, losses,
                    rates_logged, norms, batches, steps_made, steps_logged, steps_counted);
  }
  std::string subject() const { return plain ? "train_ddp" : "train_with_accumulation"; }
  std::string describe() const {
    const std::string sizes =
        plain ? "(batch " + std::to_string(micro_batch)
              : "(" + std::to_string(accumulation_steps) + " micro-batches of " + std::to_string(micro_batch);
    return subject() + sizes + ", " + ranks_in_words(world) + ")";
  }
};

}  // namespace gridmark::lab3
