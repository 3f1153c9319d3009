#pragma once
// A training that does not fit its device: what your oom_fixes.cu makes fit.
#include <functional>
#include <memory>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Residual blocks and a head that tells classes apart.
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
  /// From x [rows,width] to [rows,classes]; every block keeps its activations.
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
  int batch = 512;         ///< rows of a step: step i takes rows [i * batch, (i + 1) * batch)
  int micro_batch = 192;   ///< the most rows that go through the model at a time
  int every_n = 3;         ///< blocks of a checkpoint
  int validate_every = 5;  ///< steps; after the 5th, the 10th, ...
  float rate = 0.05f, momentum = 0.9f;
  /// To be called at the end of each step, when its gradients and graphs are released.
  std::function<void(int step)> after_step;
};

/// What happened.
struct LargeLog {
  std::vector<float> losses;      ///< of each step, before it: the mean cross entropy of its rows
  std::vector<float> norms;       ///< of each step: the length of the gradient, over all parameters
  std::vector<float> validation;  ///< mean cross entropy of the validation rows, each time
};

/// Trains all parameters of `model` by SGD with momentum, on a device of 64 MiB.
///
/// training    at least steps * batch rows. A data set on the device takes 2 bytes for each number of x.
/// validation  its rows go through the model without a graph
/// step        the gradient of the mean cross entropy over the step's rows, whatever the micro-batches; at most
///             one micro-batch has a graph at a time, and it holds no more than checkpoints of `every_n` blocks
/// after       no memory is held but the model's own: graphs, gradients and buffers are released
/// accuracy    losses within 1e-4 of those of FP64 arithmetic, relatively
LargeLog train_large_model(LargeModel& model, const Rows& training, const Rows& validation,
                           const LargeSettings& settings);
