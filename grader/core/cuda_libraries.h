#pragma once
// The libraries of CUDA that a lab may allow, with the headers and symbols that identify them.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace gridmark {

struct CudaLibrary {
  std::string_view name;    ///< its name in lab.json
  std::string_view header;  ///< pattern of its headers, as a program includes them
  std::string_view symbol;  ///< pattern of its linker symbols, "" for headers only
};

inline constexpr std::array cuda_libraries{
    CudaLibrary{"thrust", "thrust/*", "_ZN6thrust*"},
    CudaLibrary{"cub", "cub/*", "_ZN3cub*"},
    CudaLibrary{"cublas", "cublas*", "cublas*"},
    CudaLibrary{"cufft", "cufft*", "cufft*"},
    CudaLibrary{"curand", "curand*", "curand*"},
    CudaLibrary{"cusparse", "cusparse*", "cusparse*"},
    CudaLibrary{"cusolver", "cusolver*", "cusolver*"},
    CudaLibrary{"nccl", "nccl.h", "nccl*"},
    CudaLibrary{"nvml", "nvml.h", "nvml*"},
    CudaLibrary{"nvrtc", "nvrtc.h", "nvrtc*"},
    CudaLibrary{"nvjitlink", "nvJitLink.h", "nvJitLink*"},
    CudaLibrary{"nvjpeg", "nvjpeg.h", "nvjpeg*"},
    CudaLibrary{"npp", "npp*", "npp*"},
};

/// Whether a lab that names `libraries` allows this one. Thrust and CUB include and call each other.
inline bool allows(const std::vector<std::string>& libraries, const CudaLibrary& library) {
  const auto has = [&](std::string_view name) {
    return std::find(libraries.begin(), libraries.end(), name) != libraries.end();
  };
  return has(library.name) || (library.name == "cub" && has("thrust")) ||
         (library.name == "thrust" && has("cub"));
}

}  // namespace gridmark
