#pragma once
// The contract of your memory_profiling.cu: measure the memory of a training step, and handle a failed
// allocation. docs/tensor-kit.md describes the tensors.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Memory of the tensors on the device at the end of one stage of a training step.
struct MemorySample {
  std::string stage;      ///< one of memory_stages
  std::size_t bytes = 0;  ///< memory_stats().allocated, of device 0
};

/// The stages of the step that you profile, in their order.
inline constexpr const char* memory_stages[] = {
    "start",              // nothing is done yet: the model lies on the host, in f32
    "parameters",         // the model has the type `dtype` and lies on the device
    "batch",              // images of `dtype` and labels lie on the device
    "forward",            // the loss is computed
    "backward",           // the gradients are computed
    "graph released",     // no handle refers to the loss or to a result that leads to it
    "step",               // the optimizer has made its first step
    "gradients cleared",  // the memory of the gradients is released
};

/// Rows of the profiled batch.
inline constexpr std::int64_t profiled_batch = 64;

/// Makes one training step on device 0 and samples its memory at the end of each of the eight stages. Use
/// note_stage() with the stage's name to write each sample into the kit's log, too.
///
/// model      maps [rows,in] to [rows,classes]. Its first parameter is a weight [out,in] of any shape. Take
///            `in` from this parameter. Leave the model on the device, in `dtype`
/// optimizer  belongs to the model's parameters and has made no step yet
/// dtype      f32 or f16, the type of parameters and images. Labels are i32
/// batch      profiled_batch rows of any finite images, with labels in [0, classes). Release the batch before
///            you return
/// loss       cross_entropy
/// returns    eight samples, in bytes. Each includes the memory of other tensors on the device
std::vector<MemorySample> profile_training_memory(gridmark::tensor::Module& model,
                                                  gridmark::tensor::Optimizer& optimizer,
                                                  gridmark::tensor::DType dtype);

/// Result of an attempt to allocate.
struct AllocOutcome {
  bool allocated = false;      ///< the device had room
  bool recovered = false;      ///< afterwards, allocating 1 MiB, setting it to zero and waiting succeeded
  std::size_t free_bytes = 0;  ///< free memory just before the attempt, from cudaMemGetInfo
};

/// Tries to allocate `bytes` on the current device with cudaMalloc, and handles a failure.
///
/// bytes   >= 1, and possibly more than the device has. The function must not throw
/// after   all memory is freed and no error is pending: cudaGetLastError() returns cudaSuccess
/// source  CUDA Runtime API: cudaMalloc returns cudaErrorMemoryAllocation, and so does the next
///         cudaGetLastError()
AllocOutcome try_allocate(std::size_t bytes);
