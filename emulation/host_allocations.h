#pragma once
#include <vector>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// Page-locked host memory that the program took (cudaHostAlloc, cudaMallocHost) and has not freed, by
/// address. Kernels reach it, so it can stand in for device memory, and outlive a call like it.
std::vector<Allocation> live_host_allocations();

}  // namespace gridmark::emulation
