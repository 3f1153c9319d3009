#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/system/gpu_lease.h"

namespace gridmark::pipeline {

/// Reserves GPUs. Builds and emulated runs share the machine. A run on a GPU needs it alone, because other
/// runs would disturb its times and use its memory.
///
/// gpus     UUIDs, none on the emulated device. They are acquired in the order of their names, so that two
///          runs that need several never wait for each other
/// what     the purpose: "grade lab1-gpu-basics"
/// tell     called with the current holder while it waits
/// returns  empty if no GPU is used
/// errors   those of GpuLease::acquire
Result<std::vector<system::GpuLease>> hold_gpus(std::vector<std::string> gpus, const std::string& what,
                                                const system::StopFlag& stop,
                                                const std::function<void(const std::string&)>& tell);

}  // namespace gridmark::pipeline
