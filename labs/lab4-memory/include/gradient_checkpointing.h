#pragma once
// Activations that are computed again instead of kept. Your gradient_checkpointing.cu implements this.
// docs/tensor-kit.md describes tensors, graphs and the allocator.
//
// Do not catch errors that a contract does not mention.
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Returns fn(x), but does not keep its activations. The backward pass computes them again.
///
/// fn         A part of a network. It uses x and parameters, and draws random numbers only from `generator`.
/// kept       x and the result, but none of the tensors between them. Nothing is kept if NoGrad is on.
/// calls      fn runs once now, and once in the backward pass.
/// gradients  The gradients of x and of every parameter have the same bits as those of fn(x). The second call
///            draws the same numbers as the first one, under the same cast policy. Parameters also get
///            gradients if x does not require one.
/// generator  It has the same position after the backward pass as before it.
/// errors     The backward pass throws AutogradError if x was changed in place after the first call.
gridmark::tensor::Tensor checkpoint(
    const std::function<gridmark::tensor::Tensor(const gridmark::tensor::Tensor&)>& fn,
    const gridmark::tensor::Tensor& x, gridmark::tensor::Generator& generator);

/// A sequence of blocks, divided into segments.
class CheckpointedTransformer : public gridmark::tensor::Module {
 public:
  /// generator  The blocks' dropout uses it. It must outlive the network.
  CheckpointedTransformer(std::vector<std::shared_ptr<gridmark::tensor::Module>> blocks,
                          gridmark::tensor::Generator& generator)
      : blocks_(std::move(blocks)), generator_(&generator) {}

  /// Runs all blocks. Each segment of `every_n` blocks is one checkpoint(), beginning with the first block.
  /// The last segment has the remaining blocks. 0 means no checkpoints.
  gridmark::tensor::Tensor forward(const gridmark::tensor::Tensor& x, int every_n);

  gridmark::tensor::Tensor forward(const gridmark::tensor::Tensor& x) override { return forward(x, 0); }
  std::vector<gridmark::tensor::Tensor> parameters() const override {
    std::vector<gridmark::tensor::Tensor> all;
    for (const auto& block : blocks_)
      for (const gridmark::tensor::Tensor& parameter : block->parameters()) all.push_back(parameter);
    return all;
  }

 private:
  std::vector<std::shared_ptr<gridmark::tensor::Module>> blocks_;
  gridmark::tensor::Generator* generator_;
};

/// Measures the peak of one forward and backward pass for each value of `every_n`, in the same order.
///
/// pass     Release the gradients, then run sum(net.forward(x, n)).backward().
/// returns  Bytes: memory_stats().peak of the pass, minus the bytes that were allocated when it began.
/// after    The gradients are released.
std::vector<std::size_t> sweep_checkpoints(CheckpointedTransformer& net, const gridmark::tensor::Tensor& x,
                                           const std::vector<int>& every_n);

/// Returns the n in [1, layers] with the fewest bytes by this model. Each of the layers / n segments keeps
/// its input, and one segment at a time keeps the activations of its n blocks.
///
///   layers / n * input_bytes + n * block_bytes
///
/// input_bytes  Bytes of a block's input, > 0.
/// block_bytes  Bytes that one block keeps for its backward pass, including its input, > 0.
/// returns      If two values of n need the same bytes, the smaller one.
int best_every_n(int layers, double input_bytes, double block_bytes);
