#pragma once
// Calls of oom_fixes.cu, and what the answers must be.
#include "labs/lab4-memory/tests/ask.h"
#include "labs/lab4-memory/tests/reference_net.h"
#include "labs/lab4-memory/train_operation.h"

namespace gridmark::lab4 {

/// Sizes of a training. Its rows are steps * batch, but for those that only lie there.
struct TrainingSizes {
  int layers = 6, width = 16, classes = 4;
  int steps = 1, batch = 100, micro_batch = 32, every_n = 3, validate_every = 5;
  int idle_rows = 0, validation_rows = 40;
};

TrainLarge training(const TrainingSizes& sizes);

/// The lab's own training that keeps its losses, on the same rows.
TrainLeaking leaking(const TrainLarge& op);

/// The training in FP64, batch by batch.
struct ReferenceTraining {
  Doubles losses, norms, validation, weights;
  Doubles slopes;  ///< by the weights, in the first step
};
ReferenceTraining train_reference(const TrainLarge& op);

/// Losses, norms and validation losses to 1e-4, each.
testing::AssertionResult log_right(TrainLarge& op, const ReferenceTraining& expected);

/// The weights, and what the training has changed in them: nothing was left out, and nothing added.
testing::AssertionResult weights_right(TrainLarge& op, const ReferenceTraining& expected);

/// What the counts are about is this training: every block and the head has each row's gradient, in the
/// first step the right one up to a factor, because a submission may scale its loss. A training beside the
/// modules sends others through them, for show.
testing::AssertionResult gradients_come_back(TrainLarge& op, const ReferenceTraining& expected);

/// Bytes of the model's parameters.
double model_bytes(const TrainLarge& op);

/// Bytes of `rows` inputs of a block.
double row_bytes(const TrainLarge& op, int rows);

}  // namespace gridmark::lab4
