#pragma once
// Activations that are computed again instead of kept: what your gradient_checkpointing.cu implements.
// docs/tensor-kit.md describes tensors, graphs and the allocator.
//
// Errors that a contract does not mention are not yours to catch.
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "labkit/tensor/tensor.h"

/// fn(x), without what its backward pass needs: that is computed again when the gradient arrives.
///
/// fn         a part of a network. Beside x it uses parameters, and draws numbers from `generator` alone.
/// kept       x and the result, nothing in between; where NoGrad is on, nothing
/// calls      fn once now, and once in the backward pass
/// gradients  of x and of every parameter, to the last bit those of fn(x): the second call draws the numbers
///            that the first one drew, under the cast policy of the first one. Parameters get theirs also where
///            x requires no gradient.
/// generator  stands after the backward pass where it stood before it
/// errors     AutogradError in the backward pass: x was changed in place after the first call
gridmark::tensor::Tensor checkpoint(
    const std::function<gridmark::tensor::Tensor(const gridmark::tensor::Tensor&)>& fn,
    const gridmark::tensor::Tensor& x, gridmark::tensor::Generator& generator);

/// Blocks one after the other, cut into segments.
class CheckpointedTransformer : public gridmark::tensor::Module {
 public:
  /// generator  that the blocks' dropout draws from; must outlive the network
  CheckpointedTransformer(std::vector<std::shared_ptr<gridmark::tensor::Module>> blocks,
                          gridmark::tensor::Generator& generator)
      : blocks_(std::move(blocks)), generator_(&generator) {}

  /// Through all blocks. Each `every_n` of them, from the first on, are one checkpoint(); the last one has what
  /// remains. 0: no checkpoints.
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

/// The peak of one forward and backward pass, for each of `every_n`, in the same order.
///
/// pass     gradients are released, then sum(net.forward(x, n)).backward()
/// returns  bytes: memory_stats().peak of the pass above what was allocated when it began
/// after    gradients are released
std::vector<std::size_t> sweep_checkpoints(CheckpointedTransformer& net, const gridmark::tensor::Tensor& x,
                                           const std::vector<int>& every_n);

/// The n in [1, layers] with the least bytes by this model: each of layers / n segments keeps its input, and one
/// segment at a time has the activations of its n blocks.
///
///   layers / n * input_bytes + n * block_bytes
///
/// input_bytes  of a block's input, > 0
/// block_bytes  that one block keeps for its backward pass, its input included, > 0
/// returns      the smaller n where two are equal
int best_every_n(int layers, double input_bytes, double block_bytes);
