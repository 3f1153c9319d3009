#pragma once
// Calls of sweep_checkpoints and best_every_n, and their correct answers.
#include "labs/lab4-memory/tests/checkpoints.h"
#include "labs/lab4-memory/tests/optimum.h"

namespace gridmark::lab4 {

inline Sweep sweep(const BlockSizes& sizes, const std::vector<int>& every_n) {
  Sweep op;
  op.layers = sizes.layers, op.rows = sizes.rows, op.width = sizes.width, op.hidden = sizes.hidden;
  op.every_n = channel::In<int>(every_n);
  op.x = channel::In<float>(any_values(volume(sizes.rows, sizes.width)));
  op.weights = channel::In<float>(any_weights(sizes));
  op.found = channel::Out<double>(every_n.size());
  op.seen = channel::Out<double>(every_n.size());
  op.forwards = channel::Out<int>(every_n.size());
  return op;
}

/// Every peak matches the allocator's to a hundredth, and no memory is held afterwards.
inline testing::AssertionResult sweep_right(Sweep& op) {
  channel::tolerates(channel::WrongReply::half, "bytes agree to a hundredth");
  if (auto asked = channel::ask(op); !asked) return asked;
  for (std::size_t i = 0; i < op.found.size(); ++i) {
    const double found = op.found.values()[i], seen = op.seen.values()[i];
    if (!(std::abs(found - seen) <= 0.01 * seen) || seen <= 0 || std::isinf(seen))
      return explained(op,
                       fmt::format("every_n={}: returns {:.0f} bytes at the peak, the allocator has {:.0f}",
                                   op.every_n.values()[i], found, seen),
                       cause_of(op));
    const int forwards = std::max(op.forwards.values()[i], 0);  // an unwritten value is below 0
    if (auto again =
            computes_again(op, op.layers, op.every_n.values()[i], static_cast<std::uint64_t>(forwards));
        !again)
      return again;
  }
  return holds(op, op.after.values()[0] == 0,
               fmt::format("{} bytes are held afterwards: release the gradients", op.after.values()[0]));
}

inline testing::AssertionResult optimum_right(const std::vector<SegmentSizes>& questions) {
  BestEveryN op = optimum_call(questions);
  if (auto asked = channel::ask(op); !asked) return asked;
  for (std::size_t i = 0; i < questions.size(); ++i)
    if (op.answers.values()[i] != questions[i].best())
      return explained(op,
                       fmt::format("{} layers, inputs of {} bytes, blocks of {}: returns {}, expected {}",
                                   questions[i].layers, questions[i].input, questions[i].block, op.answers.values()[i],
                                   questions[i].best()),
                       cause_of_optimum());
  return testing::AssertionSuccess();
}

}  // namespace gridmark::lab4
