#pragma once
// What each pair of defects shows in a training.
#include "labs/lab4-memory/tests/large_training.h"

namespace gridmark::lab4 {

/// Rows go through a few at a time, one graph after the other, and the gradient is that of the whole batch.
testing::AssertionResult micro_batches_right(TrainLarge op);

/// The data takes 2 bytes a number, and a forward pass keeps the inputs of its segments.
testing::AssertionResult activations_right(TrainLarge op);

/// No graph outlives its step, none is made for validation, and tensors have as many bytes after each step.
testing::AssertionResult graphs_right(TrainLarge& op);

/// Gradients are released after each step, and so is every other piece of memory.
testing::AssertionResult buffers_right(TrainLarge op);

/// On the device that was asked for, with all of the model.
testing::AssertionResult fits(TrainLarge& op);

}  // namespace gridmark::lab4
