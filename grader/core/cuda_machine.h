#pragma once
// The CUDA parts of this machine: compiler, driver and GPUs.
#include <cstdint>
#include <string>
#include <vector>

namespace gridmark {

struct CudaGpu {
  std::string name;          ///< "NVIDIA A100-SXM4-40GB"
  std::string uuid;          ///< "GPU-8f2c0a1b-..."
  int major = 0, minor = 0;  ///< compute capability
  std::uint64_t memory_bytes = 0;
};

struct CudaMachine {
  std::string nvcc;          ///< its path, empty if it is not installed
  std::string nvcc_version;  ///< "13.0", empty if unknown
  bool prebuilt = false;     ///< gridmark's own parts for the device are there
  std::string problem;       ///< why no GPU can be used, as the end of a message, or empty
  std::string driver;        ///< "550.54.15", empty if unknown
  std::vector<CudaGpu> gpus;

  bool has_gpu() const { return problem.empty() && !gpus.empty(); }
};

}  // namespace gridmark
