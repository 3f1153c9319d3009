#pragma once
// The times at which each device worked, for programs that sample them: NVML, gridmark smi. They are kept
// over reset_meters() and for any number of spans. Callers hold the device lock.
//
// Theory of operation
// Work is placed in the order in which it begins. Intervals that ended two seconds of modelled time before a
// new span begins are never needed again and are dropped. Two sums stay: the total time, and a mean that
// forgets with a time constant, as the temperature of a board does.
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// In this time a board covers 1 - 1/e of the way to its final temperature. The value is a choice, not
/// calibrated.
inline constexpr Nanoseconds warming_time = 10e9;

void note_activity(const Work& work);

/// The share of [from, to] in which kernels, libraries and collectives of the device ran: 0 to 1.
double busy_share(int device, Nanoseconds from, Nanoseconds to);
/// The same for all work that reads or writes the device's memory, including copies and fills.
double memory_share(int device, Nanoseconds from, Nanoseconds to);
/// The time for which kernels, libraries and collectives ran until `now`.
Nanoseconds busy_time(int device, Nanoseconds now);
/// The busy share until `now`, in which work `warming_time` ago counts 1/e of work at `now`. 0 to 1.
double lasting_share(int device, Nanoseconds now);
/// Bytes over the bus in [from, to].
double bus_bytes(int device, Span::Direction direction, Nanoseconds from, Nanoseconds to);

}  // namespace gridmark::emulation
