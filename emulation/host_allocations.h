#pragma once
#include <vector>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// Page-locked host memory that the program allocated (cudaHostAlloc, cudaMallocHost) and has not freed, by
/// address. Kernels can access it, so a program can use it like device memory and keep it after a call.
std::vector<Allocation> live_host_allocations();

}  // namespace gridmark::emulation
