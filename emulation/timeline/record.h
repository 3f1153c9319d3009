#pragma once
// What is placed, kept to be read. Callers hold the device lock.
#include <string>

#include "emulation/timeline.h"
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// Whether the calls that queue work are kept with it.
bool keeps_calls();

/// Work that takes time, once it has its place.
void keep_span(const Work& work);
void keep_wait(const HostWait& wait);
void keep_range(const NamedRange& range);

/// What was kept, without the end of the host's clock.
Timeline kept_timeline();
/// What was submitted until `now` is left out from here on, also where its place comes later.
void restart_timeline(Nanoseconds now);

}  // namespace gridmark::emulation
