#pragma once
// Where the memory of training goes, and what to do when there is none left: what your memory_profiling.cu
// implements. docs/tensor-kit.md describes the tensors.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"

/// What tensors have on the device when a stage of a training step has ended.
struct MemorySample {
  std::string stage;      ///< one of memory_stages
  std::size_t bytes = 0;  ///< memory_stats().allocated, of device 0
};

/// The stages of the step that you profile, in their order.
inline constexpr const char* memory_stages[] = {
    "start",              // nothing is done yet: the model lies on the host, in f32
    "parameters",         // the model has the type `dtype` and lies on the device
    "batch",              // so do images of `dtype` and labels
    "forward",            // the loss is computed
    "backward",           // the gradients are
    "graph released",     // nobody holds the loss or a result on the way to it any more
    "step",               // the optimizer has made its first step
    "gradients cleared",  // the gradients' memory is released
};

/// Rows of the batch that is profiled.
inline constexpr std::int64_t profiled_batch = 64;

/// Makes one training step on device 0 and samples its memory at the end of each of the eight stages; writes
/// each into the kit's log, too, with note_stage() and the stage's name.
///
/// model      maps [rows,in] to [rows,classes]; its first parameter is a weight [out,in]. Any shape: take
/// `in` from
///            the parameter. Stays on the device, in `dtype`
/// optimizer  made for the model's parameters, has made no step yet
/// dtype      f32 or f16: of parameters and images; labels are i32
/// batch      profiled_batch rows of any finite images, and labels in [0, classes); released when you return
/// loss       cross_entropy
/// returns    eight samples, in bytes; none where the memory of other tensors is left out
std::vector<MemorySample> profile_training_memory(gridmark::tensor::Module& model,
                                                  gridmark::tensor::Optimizer& optimizer,
                                                  gridmark::tensor::DType dtype);

/// What became of an attempt to allocate.
struct AllocOutcome {
  bool allocated = false;      ///< the device had room
  bool recovered = false;      ///< afterwards 1 MiB could be allocated, set to zero and waited for
  std::size_t free_bytes = 0;  ///< what was free just before the attempt, as cudaMemGetInfo says
};

/// Asks the current device for `bytes` with cudaMalloc, and survives it.
///
/// bytes   >= 1; more than the device has is no error of yours, and no exception leaves the function
/// after   whatever was allocated is freed, and no error is pending: cudaGetLastError() gives cudaSuccess
/// source  CUDA Runtime API: cudaMalloc gives cudaErrorMemoryAllocation, which the next cudaGetLastError()
/// repeats
AllocOutcome try_allocate(std::size_t bytes);
