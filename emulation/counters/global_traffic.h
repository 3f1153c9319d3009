#pragma once
#include "emulation/counters/cache_model.h"
#include "emulation/counters/request.h"
#include "emulation/meters.h"

namespace gridmark::counters {

constexpr unsigned sector_bytes = 32;

/// Adds one request to global memory: the 32-byte sectors that it touches, and the number that would hold its
/// distinct bytes. The sectors go to the caches in rising order.
void count_global(const Request& request, AccessKind kind, emulation::GlobalTraffic& traffic,
                  CacheModel& caches);

void count_global(const Span& span, AccessKind kind, emulation::GlobalTraffic& traffic, CacheModel& caches);

/// Adds one request of an atomic function: the lanes that share an address take turns.
void count_atomic(const Request& request, Space space, emulation::AtomicTraffic& traffic);

/// Adds one read of constant memory, which serves one 4-byte word a pass.
void count_constant(const Request& request, emulation::ConstantTraffic& traffic);

}  // namespace gridmark::counters
