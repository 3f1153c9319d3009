#pragma once
#include <filesystem>
#include <optional>
#include <string>

namespace gridmark::driver {

/// The include folder of CUDA's C++ libraries (CCCL: Thrust, libcu++), from the first of these that has one:
/// $CUDA_HOME, $CUDA_PATH, the folder above nvcc's on PATH, /usr/local/cuda, /usr (Debian's libthrust-dev).
///
/// cuda_path  a toolkit's folder, or one that contains thrust/ itself. Unless empty, only this folder is
/// searched
std::optional<std::filesystem::path> find_cccl(const std::string& cuda_path);

/// True for options such as "-I/usr/local/cuda/include", which would put a toolkit's own headers in front of
/// gridmark's.
bool names_a_toolkits_headers(const std::string& include_option);

}  // namespace gridmark::driver
