#include "grader/pipeline/hold_gpu.h"

namespace gridmark {

Result<std::optional<GpuLease>> hold_gpu(const std::string& gpu, const std::string& what,
                                         const StopFlag& stop,
                                         const std::function<void(const std::string&)>& tell) {
  if (gpu.empty()) return std::optional<GpuLease>();
  return GpuLease::acquire({.uuid = gpu, .holder = what}, stop, tell).map([](GpuLease lease) {
    return std::optional<GpuLease>(std::move(lease));
  });
}

}  // namespace gridmark
