#pragma once
// Checks for the effects of each pair of defects in a training.
#include "labs/lab4-memory/tests/large_training.h"

namespace gridmark::lab4 {

/// The model receives a few rows at a time, one graph after the other, and the gradient is that of the
/// complete batch.
testing::AssertionResult micro_batches_right(TrainLarge op);

/// The data takes 2 bytes per number, and a forward pass keeps the inputs of its segments.
testing::AssertionResult activations_right(TrainLarge op);

/// No graph outlives its step, validation does not make graphs, and the bytes of tensors are equal after each
/// step.
testing::AssertionResult graphs_right(TrainLarge& op);

/// Gradients are released after each step, and so is all other memory.
testing::AssertionResult buffers_right(TrainLarge op);

/// The training runs on the requested device, with the complete model.
testing::AssertionResult fits(TrainLarge& op);

}  // namespace gridmark::lab4
