#pragma once
#include <functional>
#include <string>
#include <vector>

#include "grader/core/measurement.h"
#include "grader/system/gpu_lease.h"

namespace gridmark::pipeline {

/// Builds and emulated runs go on beside each other; what runs on a GPU has it alone, or times would mean
/// nothing and its memory would be everybody's.
///
/// gpus     UUIDs; none on the emulated device. They are taken in the order of their names, so that two runs
///          that want several never wait for each other
/// what     for: "grade lab1-gpu-basics"
/// tell     hears who holds it meanwhile
/// returns  none where no GPU is used
/// errors   as GpuLease::acquire
Result<std::vector<system::GpuLease>> hold_gpus(std::vector<std::string> gpus, const std::string& what,
                                                const system::StopFlag& stop,
                                                const std::function<void(const std::string&)>& tell);

}  // namespace gridmark::pipeline
