#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace gridmark::driver {

/// The include folder of CUDA's C++ libraries (CCCL: Thrust, libcu++), from the first of these that has one:
/// $CUDA_HOME, $CUDA_PATH, the folder above nvcc's on PATH, /usr/local/cuda, /usr (Debian's libthrust-dev).
///
/// cuda_path  a toolkit's folder, or one that holds thrust/ itself; unless empty, the only place looked at
std::optional<std::filesystem::path> find_cccl(const std::string& cuda_path);

/// True for "-I/usr/local/cuda/include" and its like: in front of ours, a toolkit's own headers would be
/// taken.
bool names_a_toolkits_headers(const std::string& include_option);

}  // namespace gridmark::driver
