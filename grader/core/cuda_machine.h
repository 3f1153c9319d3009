#pragma once
// What this machine has of CUDA: a compiler, a driver, GPUs.
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
  std::string nvcc;          ///< its path; empty: it is not installed
  std::string nvcc_version;  ///< "13.0"; empty where unknown
  bool prebuilt = false;     ///< gridmark's own parts for the device are there
  std::string problem;       ///< why no GPU can be used, the end of a message; empty: one can
  std::string driver;        ///< "550.54.15"; empty where unknown
  std::vector<CudaGpu> gpus;

  bool has_gpu() const { return problem.empty() && !gpus.empty(); }
};

}  // namespace gridmark
