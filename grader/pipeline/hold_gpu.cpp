#include "grader/pipeline/hold_gpu.h"

#include <algorithm>

namespace gridmark::pipeline {

Result<std::vector<system::GpuLease>> hold_gpus(std::vector<std::string> gpus, const std::string& what,
                                                const system::StopFlag& stop,
                                                const std::function<void(const std::string&)>& tell) {
  std::sort(gpus.begin(), gpus.end());
  std::vector<system::GpuLease> held;
  for (const std::string& gpu : gpus) {
    system::GpuLease lease = TRY(system::GpuLease::acquire({.uuid = gpu, .holder = what}, stop, tell));
    held.push_back(std::move(lease));
  }
  return held;
}

}  // namespace gridmark::pipeline
