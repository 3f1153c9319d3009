#pragma once
// A whole training, as the checker of lab 4 asks for it.
#include <cstdint>

#include "labs/lab4-memory/operations.h"

namespace gridmark::lab4 {

/// What the worker saw at the end of a step, in bytes.
struct SeenStep {
  std::uint64_t tensors;  ///< of tensors, above what there was before the training
  std::uint64_t others;   ///< of the device's memory that is no tensor's, above what there was before
  std::int32_t graphs;    ///< of the head's results that somebody holds
  std::int32_t gradients;  ///< parameters that have one
};

/// What the worker saw of the whole training.
struct SeenTraining {
  std::uint64_t data;           ///< the fewest bytes when rows reach the model: before the first step
  std::uint64_t activations;    ///< the most bytes beyond these when a backward pass comes to the head
  std::uint64_t peak;           ///< bytes, above what there was before
  std::uint64_t peak_of_steps;  ///< bytes, above what there was before, since the first rows reached the model
  std::uint64_t rows_back;      ///< that a gradient came for, of all blocks and the head together
  std::uint64_t after;        ///< bytes when it had returned, tensors and others, beside the model's
  std::int32_t most_rows;     ///< that went through the head at a time with a graph
  std::int32_t most_graphs;   ///< that waited for their backward pass at a time
  std::int32_t unused_graphs;  ///< whose backward pass never came
  std::int32_t parameters;    ///< numbers in the model afterwards
};

/// train_large_model on residual blocks without dropout and a linear head.
struct TrainLarge {
  static constexpr std::string_view name = "train_large";

  int layers = 1, width = 1, hidden = 1, classes = 2;
  int steps = 1, batch = 1, micro_batch = 1, every_n = 1, validate_every = 5;
  float rate = 0, momentum = 0;
  std::uint64_t device_bytes = 0;  ///< how large the device is; 0: as large as it is
  channel::In<float> weights;         ///< before: blocks as in Checkpointed, then the head's [classes,width], [classes]
  channel::In<float> x, validation_x;  ///< [rows,width]
  channel::In<int> labels, validation_labels;
  channel::Out<float> losses, norms;   ///< [steps]
  channel::Out<float> validation;      ///< [steps / validate_every]
  channel::Out<float> trained;         ///< as `weights`
  channel::Out<float> slopes;          ///< of each block's last bias and the head's: the gradients of step 0, added up
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
