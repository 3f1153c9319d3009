#include "grader/pipeline/hold_gpu.h"

namespace gridmark::pipeline {

Result<std::optional<system::GpuLease>> hold_gpu(const std::string& gpu, const std::string& what,
                                                 const system::StopFlag& stop,
                                                 const std::function<void(const std::string&)>& tell) {
  if (gpu.empty()) return std::optional<system::GpuLease>();
  return system::GpuLease::acquire({.uuid = gpu, .holder = what}, stop, tell).map([](system::GpuLease lease) {
    return std::optional<system::GpuLease>(std::move(lease));
  });
}

}  // namespace gridmark::pipeline
