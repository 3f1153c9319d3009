#pragma once
#include <filesystem>

#include "grader/core/build.h"
#include "grader/core/cuda_machine.h"
#include "grader/core/error.h"
#include "grader/core/lab.h"
#include "grader/system/program_paths.h"
#include "grader/system/sandbox.h"

namespace gridmark::pipeline {

/// Stages a submission and compiles it for a real device, as for a grade. The program is not kept.
///
/// errors  all faults except the student's
Result<Build> compile_for_cuda(const Lab& lab, const std::filesystem::path& submission, system::Trust trust,
                               const system::ProgramPaths& paths, const system::StopFlag& stop);

/// The driver with its GPUs, the compiler and gridmark's programs. Takes about 50 ms without a GPU.
CudaMachine cuda_of_this_machine(const system::ProgramPaths& paths, const system::StopFlag& stop);

}  // namespace gridmark::pipeline
