#pragma once
// Allocation for the runtime itself, known to the ledger and the observer. Callers must hold the device lock.
#include <cstddef>

namespace gridmark::emulation {

/// Allocates on the current device. If there is no room, it first waits for work that frees memory. Null if
/// there is still no room.
void* allocate_device_memory(std::size_t bytes, bool managed = false, const void* caller = nullptr);
/// False if no allocation starts there.
bool release_device_memory(void* device, const void* freed_by = nullptr);

}  // namespace gridmark::emulation
