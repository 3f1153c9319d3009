#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace gridmark::system {

/// The path of a program of the CUDA toolkit: in CUDA_HOME if it is set, else on the PATH, else in
/// /usr/local/cuda.
std::optional<std::filesystem::path> find_cuda_program(const std::string& name);

/// "13.0" from the output of `nvcc --version`, or "" for any other text.
std::string nvcc_version_in(std::string_view text);

}  // namespace gridmark::system
