#pragma once
// A complete training, as the checker of lab 4 requests it.
#include <cstdint>

#include "labs/lab4-memory/operations.h"

namespace gridmark::lab4 {

/// The worker's observations at the end of a step, in bytes.
struct SeenStep {
  std::uint64_t tensors;  ///< bytes of tensors, above those before the training
  std::uint64_t others;   ///< device memory outside tensors, above that before the training
  std::int32_t graphs;    ///< graphs of the head's results that still exist
  std::int32_t gradients;  ///< parameters that have a gradient
};

/// The worker's observations of the complete training.
struct SeenTraining {
  std::uint64_t data;           ///< fewest bytes when rows reach the model, before the first step
  std::uint64_t activations;    ///< most bytes above these when a backward pass reaches the head
  std::uint64_t peak;           ///< bytes, above those before the training
  std::uint64_t peak_of_steps;  ///< the same since the first rows reached the model
  std::uint64_t rows_back;      ///< rows with a gradient, over all blocks and the head
  std::uint64_t after;        ///< bytes after the return, tensors and others, without the model's
  std::int32_t most_rows;     ///< most rows that went through the head at once with a graph
  std::int32_t most_graphs;   ///< most graphs that waited for their backward pass at once
  std::int32_t unused_graphs;  ///< graphs whose backward pass never came
  std::int32_t parameters;    ///< numbers in the model after the training
};

/// train_large_model on residual blocks without dropout and a linear head.
struct TrainLarge {
  static constexpr std::string_view name = "train_large";

  int layers = 1, width = 1, hidden = 1, classes = 2;
  int steps = 1, batch = 1, micro_batch = 1, every_n = 1, validate_every = 5;
  float rate = 0, momentum = 0;
  std::uint64_t device_bytes = 0;  ///< size of the device, 0 for its real size
  channel::In<float> weights;         ///< before: blocks as in Checkpointed, then the head's [classes,width], [classes]
  channel::In<float> x, validation_x;  ///< [rows,width]
  channel::In<int> labels, validation_labels;
  channel::Out<float> losses, norms;   ///< [steps]
  channel::Out<float> validation;      ///< [steps / validate_every]
  channel::Out<float> trained;         ///< as `weights`
  channel::Out<float> slopes;          ///< sum of step 0's gradients of each block's last bias and the head's
  channel::Out<SeenStep> seen;         ///< [steps]
  channel::Out<SeenTraining> memory{1};

  auto fields() {
    return std::tie(layers, width, hidden, classes, steps, batch, micro_batch, every_n, validate_every, rate, momentum,
                    device_bytes, weights, x, validation_x, labels, validation_labels, losses, norms, validation,
                    trained, slopes, seen, memory);
  }
  std::string subject() const { return "train_large_model"; }
  std::string describe() const {
    return "train_large_model(" + std::to_string(layers) + " blocks, " + std::to_string(steps) +
           (steps == 1 ? " step of " : " steps of ") + std::to_string(batch) + " rows, " +
           std::to_string(micro_batch) + " at a time)";
  }
};

/// The lab's own training with a leak: it keeps every loss, and with it every graph.
struct TrainLeaking {
  static constexpr std::string_view name = "train_leaking";

  int layers = 1, width = 1, hidden = 1, classes = 2, steps = 1, batch = 1;
  channel::In<float> weights, x;
  channel::In<int> labels;
  channel::Out<double> live;  ///< [steps]: bytes of tensors at the end of each step, above those before

  auto fields() { return std::tie(layers, width, hidden, classes, steps, batch, weights, x, labels, live); }
  std::string subject() const { return "the lab's leaking training"; }
  std::string describe() const { return "the lab's leaking training"; }
};

}  // namespace gridmark::lab4
