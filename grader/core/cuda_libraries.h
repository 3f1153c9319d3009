#pragma once
// The libraries that come with CUDA, which a lab may allow: by which headers and symbols they are known.
#include <array>
#include <string_view>

namespace gridmark {

struct CudaLibrary {
  std::string_view name;    ///< in lab.json
  std::string_view header;  ///< pattern of its headers, as a program includes them
  std::string_view symbol;  ///< pattern of its symbols, as a linker knows them; "": it is headers only
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

}  // namespace gridmark
