#pragma once
#include "emulation/engine/observer.h"

namespace gridmark::counters {

/// Registers that a thread of the launched kernel takes on a device, from the file that GRIDMARK_REGISTERS
/// names; 0 where it does not tell. gridmark-profile writes the file from nvcc's report: a line for each
/// kernel, the number and its symbol. A launch that names no function, because its template's arguments are
/// deduced, gets the number that all kernels of its name share.
int registers_of(const emulation::LaunchInfo& launch);

}  // namespace gridmark::counters
