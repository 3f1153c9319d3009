#pragma once
#include "emulation/engine/observer.h"

namespace gridmark::counters {

/// Registers per thread of the launched kernel on a device, from the file that GRIDMARK_REGISTERS names. 0 if
/// unknown. gridmark-profile writes the file from nvcc's report: a line per kernel with the number and its
/// symbol. A launch that names no function, because its template's arguments are deduced, gets the number
/// that all kernels of its name share.
int registers_of(const emulation::LaunchInfo& launch);

}  // namespace gridmark::counters
