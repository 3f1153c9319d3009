#pragma once
#include "gridmark/runtime_types.h"

namespace gridmark::emulation {

/// Keeps `error` for cudaGetLastError on this host thread, and hands it on. Success changes nothing.
cudaError_t remember(cudaError_t error);

}  // namespace gridmark::emulation
