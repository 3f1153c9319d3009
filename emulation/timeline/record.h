#pragma once
// What is placed, kept to be read. Callers hold the device lock.
#include <string>

#include "emulation/timeline.h"
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// Whether the calls that queue work are kept with it. They cost a microsecond each.
bool keeps_calls();
void keep_calls(bool wanted);

/// Work that takes time, once it has its place.
void keep_span(const Work& work);
void keep_wait(const HostWait& wait);
void keep_range(const NamedRange& range);

/// What was kept, without the host's clock.
Timeline kept_timeline();
void forget_timeline();

}  // namespace gridmark::emulation
