#pragma once
// What a machine has of CUDA: gridmark's own programs and nvcc are asked.
#include "grader/core/cuda_machine.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::measure {

/// The driver and its GPUs; `problem` says why none can be used. A probe that fails or hangs is a machine
/// whose GPU cannot be used, not a grader that cannot grade.
CudaMachine probe_driver(const system::ProgramPaths& paths, const system::StopFlag& stop);

/// The compiler and gridmark's own parts as well: some 50 ms without a GPU.
CudaMachine probe_cuda(const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::measure
