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

}  // namespace gridmark::driver
