// Lab 1: where the memory of one training step goes, and how to survive when there is none left.
// Read memory_profiling.h first: it holds the contract.
#include "memory_profiling.h"

#include <cuda_runtime.h>

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 5. One training step, sampled at the end of each stage.

std::vector<MemorySample> profile_training_memory(Module& model, Optimizer& optimizer, DType dtype) {
  // TODO: walk through memory_stages in their order: model.to(...), a batch (Tensor::randn,
  //   Tensor::labels), cross_entropy, backward(), release the loss, step(), zero_grad().
  // TODO: at the end of each, take a sample: note_stage() with the stage's name, and keep the name
  //   with memory_stats().allocated. A lambda that does both saves you repeating it.
  return {};
}

// ----------------------------------------------------------------------------------------------------
// 6. Out of memory, and on.

AllocOutcome try_allocate(std::size_t bytes) {
  // TODO: ask what is free; try cudaMalloc; free what you got, or clear the error that the failure left
  // behind; then prove that the device still works: allocate 1 MiB, set it to zero, wait, free it.
  return {};
}
