#pragma once
// The CUDA parts of a machine. gridmark's programs and nvcc are asked.
#include "grader/core/cuda_machine.h"
#include "grader/system/program_paths.h"
#include "grader/system/stop_flag.h"

namespace gridmark::measure {

/// The driver and its GPUs. `problem` explains why none can be used. If a probe fails or hangs, this
/// machine's GPU cannot be used, but the grader can still grade.
CudaMachine probe_driver(const system::ProgramPaths& paths, const system::StopFlag& stop);

/// Also the compiler and gridmark's programs. Takes about 50 ms without a GPU.
CudaMachine probe_cuda(const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::measure
