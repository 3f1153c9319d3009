#pragma once
// What nvcc is told for a submission.
#include <filesystem>
#include <string>
#include <vector>

#include "grader/system/program_paths.h"

namespace gridmark::compile {

/// Machine code for the architectures that the prebuilt parts have (GRIDMARK_CUDA_ARCHITECTURES), so that
/// nothing is translated when a worker starts: that would cost each test a second.
std::vector<std::string> cuda_code_options(const system::ProgramPaths& paths);

/// "-lcufft" for each library of CUDA that the lab allows and a linker knows; cuBLAS comes with the tensor
/// kit.
std::vector<std::string> cuda_library_options(const std::vector<std::string>& libraries);

/// Where CUDA is installed; empty where nvcc was not found.
std::filesystem::path cuda_root(const system::ProgramPaths& paths);

}  // namespace gridmark::compile
