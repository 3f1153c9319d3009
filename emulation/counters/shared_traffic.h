#pragma once
#include "emulation/counters/request.h"
#include "emulation/meters.h"

namespace gridmark::counters {

/// Adds one request to shared memory.
///
/// Shared memory has 32 banks of 4-byte words. A wavefront serves one word of each bank, to any number of
/// lanes. Lanes that ask for 8 bytes are served 16 at a time, for 16 bytes 8 at a time. The ideal is one
/// wavefront for each such group; more are bank conflicts.
void count_shared(const Request& request, emulation::SharedTraffic& traffic);

}  // namespace gridmark::counters
