#pragma once
// Calls of oom_fixes.cu, and their correct answers.
#include "labs/lab4-memory/tests/ask.h"
#include "labs/lab4-memory/tests/reference_net.h"
#include "labs/lab4-memory/train_operation.h"

namespace gridmark::lab4 {

/// Sizes of a training with steps * batch rows. It does not use the additional rows.
struct TrainingSizes {
  int layers = 6, width = 16, classes = 4;
  int steps = 1, batch = 100, micro_batch = 32, every_n = 3, validate_every = 5;
  int idle_rows = 0, validation_rows = 40;
};

TrainLarge training(const TrainingSizes& sizes);

/// The lab's own training on the same rows. It leaks because it keeps its losses.
TrainLeaking leaking(const TrainLarge& op);

/// The training in FP64, batch by batch.
struct ReferenceTraining {
  Doubles losses, norms, validation, weights;
  Doubles slopes;  ///< gradient of the weights in the first step
};
ReferenceTraining train_reference(const TrainLarge& op);

/// Losses, norms and validation losses match to 1e-4 each.
testing::AssertionResult log_right(TrainLarge& op, const ReferenceTraining& expected);

/// The weights and their change in the training match the reference. So no step is missing or additional.
testing::AssertionResult weights_right(TrainLarge& op, const ReferenceTraining& expected);

/// The counts belong to this training. Every block and the head must receive each row's gradient. In the
/// first step it must be right up to a factor, because a submission may scale its loss. A training outside
/// the modules would send other gradients through them.
testing::AssertionResult gradients_come_back(TrainLarge& op, const ReferenceTraining& expected);

/// Bytes of the model's parameters.
double model_bytes(const TrainLarge& op);

/// Bytes of `rows` inputs of a block.
double row_bytes(const TrainLarge& op, int rows);

}  // namespace gridmark::lab4
