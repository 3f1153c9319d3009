#pragma once
// The placed work, kept for readers. Callers hold the device lock.
#include <string>

#include "emulation/timeline.h"
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// True if the calls that queue work are kept with it.
bool keeps_calls();

/// Work that takes time, once it has its place.
void keep_span(const Work& work);
void keep_wait(const HostWait& wait);
void keep_range(const NamedRange& range);

/// The kept work, without the end of the host's clock.
Timeline kept_timeline();
/// From here on leaves out all work that was submitted until `now`, even if it is placed later.
void restart_timeline(Nanoseconds now);

}  // namespace gridmark::emulation
