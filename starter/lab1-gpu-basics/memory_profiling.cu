// Lab 1: measure the memory of one training step, and handle a failed allocation.
// Read memory_profiling.h first: it holds the contract.
#include "memory_profiling.h"

#include <cuda_runtime.h>

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 6. One training step, sampled at the end of each stage.

std::vector<MemorySample> profile_training_memory(Module& model, Optimizer& optimizer, DType dtype) {
  // TODO: go through memory_stages in their order: model.to(...), a batch (Tensor::randn,
  //   Tensor::labels), cross_entropy, backward(), release the loss, step(), zero_grad().
  // TODO: take a sample at the end of each stage. Call note_stage() with the stage's name, and store the
  //   name with memory_stats().allocated. You can use one lambda for both.
  return {};
}

// ----------------------------------------------------------------------------------------------------
// 7. Run out of memory, and continue.

AllocOutcome try_allocate(std::size_t bytes) {
  // TODO: read the free memory and try cudaMalloc. Then free the memory, or clear the error if it failed.
  // Finally prove that the device still works: allocate 1 MiB, set it to zero, wait, free it.
  return {};
}
