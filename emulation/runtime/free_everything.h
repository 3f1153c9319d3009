#pragma once

namespace gridmark::emulation {

/// Frees memory for cudaDeviceReset. Callers must hold the device lock.
void free_everything(const void* caller);

}  // namespace gridmark::emulation
