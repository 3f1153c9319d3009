#pragma once
// Calls of gradient_checkpointing.cu, and what the answers must be.
#include <array>

#include "labs/lab4-memory/tests/ask.h"

namespace gridmark::lab4 {

/// Sizes of a network. With hidden = width a block keeps three times its input.
struct BlockSizes {
  int layers = 4, rows = 16, width = 8, hidden = 8;
  float dropout = 0;
};

/// W1, b1, W2, b2 of each block, so small that many blocks keep their results in range.
std::vector<float> any_weights(const BlockSizes& sizes);

Checkpointed checkpointed(const BlockSizes& sizes, int every_n, Twist twist = Twist::none);

/// Results and gradients are those of the plain network, bit by bit, and the generator goes on alike.
testing::AssertionResult same_gradients(Checkpointed op);

/// The plain network's gradients are those of FP64 arithmetic, so that both are right where they agree. No
/// dropout.
testing::AssertionResult right_gradients(Checkpointed op);

/// Where there are checkpoints, every block runs forward once more: a graph that was kept needs no second pass,
/// and its gradients are right all the same.
///
/// forwards  passes of blocks, backward pass included
template <class Operation>
testing::AssertionResult computes_again(const Operation& op, int layers, int every_n, std::uint64_t forwards) {
  const auto least = static_cast<std::uint64_t>(every_n > 0 ? 2 * layers : layers);
  return holds(op, forwards >= least,
               fmt::format("every_n={}: {} forward passes of {} blocks, expected {}: each block runs once, and "
                           "once more in the backward pass",
                           every_n, forwards, layers, least));
}

/// What a pass with checkpoints cost, and the plain one.
struct Costs {
  PassCost plain, found;
};
std::optional<Costs> costs(Checkpointed op);

/// One pass of a block's products forward is one part of work, backward two.
double work(const PassCost& cost);

/// Bytes of a block's input.
double input_bytes(const BlockSizes& sizes);

}  // namespace gridmark::lab4
