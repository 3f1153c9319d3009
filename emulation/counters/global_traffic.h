#pragma once
#include "emulation/counters/request.h"
#include "emulation/meters.h"

namespace gridmark::counters {

constexpr unsigned sector_bytes = 32;

/// Adds one request to global memory: the 32-byte sectors it touches, and how many would hold its distinct
/// bytes.
void count_global(const Request& request, emulation::GlobalTraffic& traffic);

}  // namespace gridmark::counters
