#pragma once
// A training run that needs more memory than its device has. Your oom_fixes.cu makes it fit.
#include <functional>
#include <memory>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Residual blocks, and a head that computes the scores of the classes.
struct LargeModel {
  std::vector<std::shared_ptr<gridmark::tensor::Module>> blocks;  ///< each [rows,width] -> [rows,width]
  std::shared_ptr<gridmark::tensor::Module> head;                 ///< [rows,width] -> [rows,classes]
  gridmark::tensor::Generator* generator = nullptr;               ///< of the blocks' dropout

  std::vector<gridmark::tensor::Tensor> parameters() const {
    std::vector<gridmark::tensor::Tensor> all;
    for (const auto& block : blocks)
      for (const gridmark::tensor::Tensor& one : block->parameters()) all.push_back(one);
    for (const gridmark::tensor::Tensor& one : head->parameters()) all.push_back(one);
    return all;
  }
  /// From x [rows,width] to [rows,classes]. Every block keeps its activations.
  gridmark::tensor::Tensor logits(const gridmark::tensor::Tensor& x) const {
    gridmark::tensor::Tensor y = x;
    for (const auto& block : blocks) y = block->forward(y);
    return head->forward(y);
  }
};

/// Rows and their labels, on the host.
struct Rows {
  gridmark::tensor::Tensor x;       ///< [rows,width], f32: whole multiples of 1/128 in [-1, 1]
  gridmark::tensor::Tensor labels;  ///< [rows], i32
};

struct LargeSettings {
  int steps = 20;          ///< of the optimizer
  int batch = 512;         ///< rows of a step: step i uses rows [i * batch, (i + 1) * batch)
  int micro_batch = 192;   ///< most rows that go through the model at a time
  int every_n = 3;         ///< blocks of a checkpoint
  int validate_every = 5;  ///< steps between validations: after the 5th, the 10th, ...
  float rate = 0.05f, momentum = 0.9f;
  /// Call it at the end of each step, when the step's gradients and graphs are released.
  std::function<void(int step)> after_step;
};

/// The log of a training.
struct LargeLog {
  std::vector<float> losses;      ///< mean cross entropy of each step's rows, before the step
  std::vector<float> norms;       ///< length of each step's gradient over all parameters
  std::vector<float> validation;  ///< mean cross entropy of all validation rows, each time
};

/// Trains all parameters of `model` by SGD with momentum, on a device with 64 MiB.
///
/// training    At least steps * batch rows. On the device the data set takes 2 bytes for each number of x.
/// validation  The validation rows go through the model without a graph.
/// step        The gradient is that of the mean cross entropy over the step's rows, for any micro-batches. At
///             most one micro-batch has a graph at a time, and the graph keeps only checkpoints of `every_n`
///             blocks.
/// after       Only the memory of the model is still held. Graphs, gradients and buffers are released.
/// accuracy    Losses agree with FP64 arithmetic to a relative error of 1e-4.
LargeLog train_large_model(LargeModel& model, const Rows& training, const Rows& validation,
                           const LargeSettings& settings);
