#pragma once
// Options of nvcc for a submission.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/system/program_paths.h"

namespace gridmark::compile {

/// Options for machine code of the architectures in the prebuilt parts (GRIDMARK_CUDA_ARCHITECTURES). Without
/// it the driver would translate code when a worker starts, which would cost each test a second.
std::vector<std::string> cuda_code_options(const system::ProgramPaths& paths);

/// "-lcufft" for each CUDA library that the lab allows and that has symbols to link. cuBLAS comes with the
/// tensor kit.
std::vector<std::string> cuda_library_options(const std::vector<std::string>& libraries);

/// The folder of the CUDA installation. Empty if nvcc was not found.
std::filesystem::path cuda_root(const system::ProgramPaths& paths);

}  // namespace gridmark::compile
