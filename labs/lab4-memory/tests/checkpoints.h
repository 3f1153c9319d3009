#pragma once
// Calls of gradient_checkpointing.cu, and their correct answers.
#include <array>

#include "labs/lab4-memory/tests/ask.h"

namespace gridmark::lab4 {

/// Sizes of a network. If hidden = width, a block keeps three times its input.
struct BlockSizes {
  int layers = 4, rows = 16, width = 8, hidden = 8;
  float dropout = 0;
};

/// W1, b1, W2, b2 of each block. They are small, so that results stay in range after many blocks.
std::vector<float> any_weights(const BlockSizes& sizes);

Checkpointed checkpointed(const BlockSizes& sizes, int every_n, Twist twist = Twist::none);

/// Results and gradients equal those of the plain network bit by bit, and so does the generator's position.
testing::AssertionResult same_gradients(Checkpointed op);

/// The plain network's gradients match FP64 arithmetic, so both are right if they agree. No dropout.
testing::AssertionResult right_gradients(Checkpointed op);

/// With checkpoints, every block must run forward once more. A kept graph needs no second pass, but has right
/// gradients, too.
///
/// forwards  passes of blocks, including those in the backward pass
template <class Operation>
testing::AssertionResult computes_again(const Operation& op, int layers, int every_n, std::uint64_t forwards) {
  const auto least = static_cast<std::uint64_t>(every_n > 0 ? 2 * layers : layers);
  return holds(op, forwards >= least,
               fmt::format("every_n={}: {} forward passes of {} blocks, expected {}: each block runs once, and "
                           "once more in the backward pass",
                           every_n, forwards, layers, least));
}

/// The costs of a pass with checkpoints, and of the plain one.
struct Costs {
  PassCost plain, found;
};
std::optional<Costs> costs(Checkpointed op);

/// A forward pass of a block's products is one unit of work, and a backward pass two.
double work(const PassCost& cost);

/// Bytes of a block's input.
double input_bytes(const BlockSizes& sizes);

}  // namespace gridmark::lab4
