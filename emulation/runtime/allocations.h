#pragma once
// Allocating for the runtime itself: ledger and observer learn of it. Callers hold the device lock.
#include <cstddef>

namespace gridmark::emulation {

/// On the current device, after waiting for work that frees some where there is no room. Null when there is
/// still none.
void* allocate_device_memory(std::size_t bytes, bool managed = false, const void* caller = nullptr);
/// False when no allocation starts there.
bool release_device_memory(void* device, const void* freed_by = nullptr);

}  // namespace gridmark::emulation
