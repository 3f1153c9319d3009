#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gridmark::system {

/// Where a program of the CUDA toolkit is: in CUDA_HOME, where that is set; else on the PATH, else in
/// /usr/local/cuda.
std::optional<std::filesystem::path> find_cuda_program(const std::string& name);

/// "13.0" of what `nvcc --version` prints; "" when it is something else.
std::string nvcc_version_in(std::string_view text);

}  // namespace gridmark::system
