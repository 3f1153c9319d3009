#pragma once
// When each device worked, for those who sample it: NVML, gridmark smi. It is kept over reset_meters() and
// however many spans there are. Callers hold the device lock.
//
// Theory of operation
// Work is placed in the order in which it begins, so what ended two seconds of modelled time before a new
// span begins is never asked for by the moment again and is forgotten. Two sums stay: the time in all, and a
// mean that forgets with a time constant, as the temperature of a board does.
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// A board warms up and cools down by so much of what is left (1 - 1/e). A choice: nothing calibrates it.
inline constexpr Nanoseconds warming_time = 10e9;

void note_activity(const Work& work);

/// How much of [from, to] kernels, libraries and collectives of the device ran in: 0 to 1.
double busy_share(int device, Nanoseconds from, Nanoseconds to);
/// The same of all that reads or writes the device's memory: copies and fills as well.
double memory_share(int device, Nanoseconds from, Nanoseconds to);
/// How long kernels ran until `now`.
Nanoseconds busy_time(int device, Nanoseconds now);
/// The busy share until `now`, in which what is `warming_time` ago counts 1/e of what is now. 0 to 1.
double lasting_share(int device, Nanoseconds now);
/// Bytes over the bus in [from, to].
double bus_bytes(int device, Span::Direction direction, Nanoseconds from, Nanoseconds to);

}  // namespace gridmark::emulation
