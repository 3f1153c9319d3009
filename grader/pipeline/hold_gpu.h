#pragma once
#include <functional>
#include <optional>
#include <string>

#include "grader/core/measurement.h"
#include "grader/system/gpu_lease.h"

namespace gridmark::pipeline {

/// Builds and emulated runs go on beside each other; what runs on a GPU has it alone, or times would mean
/// nothing and its memory would be everybody's.
///
/// gpu      its UUID; empty on the emulated device
/// what     for: "grade lab1-gpu-basics"
/// tell     hears who holds it meanwhile
/// returns  nothing where no GPU is used
/// errors   as GpuLease::acquire
Result<std::optional<system::GpuLease>> hold_gpu(const std::string& gpu, const std::string& what,
                                                 const system::StopFlag& stop,
                                                 const std::function<void(const std::string&)>& tell);

}  // namespace gridmark::pipeline
