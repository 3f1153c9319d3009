#pragma once
#include "emulation/counters/request.h"
#include "emulation/meters.h"

namespace gridmark::counters {

/// Adds one request to shared memory.
///
/// Shared memory has 32 banks of 4-byte words. A wavefront serves one word of each bank, to any number of
/// lanes. Lanes that ask for 8 bytes are served 16 at a time, for 16 bytes 8 at a time. The ideal is one
/// wavefront for each such group. Additional ones are bank conflicts.
void count_shared(const Request& request, emulation::SharedTraffic& traffic);

/// The same for aligned words that lie in one place or in a row, without a conflict.
inline void count_shared_in_one(const Span& span, emulation::SharedTraffic& traffic) {
  traffic.requests += 1;
  traffic.wavefronts += 1;
  traffic.ideal_wavefronts += 1;
  traffic.bytes += std::uint64_t{span.lanes} * span.bytes;
}

}  // namespace gridmark::counters
