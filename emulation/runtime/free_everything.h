#pragma once

namespace gridmark::emulation {

/// cudaDeviceReset's part of the memory. Callers hold the device lock.
void free_everything(const void* caller);

}  // namespace gridmark::emulation
