#pragma once
// The host's modelled clock, for libraries that wait for other things than devices: other ranks, a disk.
#include <string>

namespace gridmark::emulation {

/// Nanoseconds since the program's start, on the same clock as emulation/timeline.h.
double host_time();

/// Records that the host waited until then for something other than a device. The timeline shows the wait
/// under the name `call`.
void host_waits_until(double nanoseconds, const std::string& call);

/// Sets the clock, also back: for work that a library runs later than real concurrent work would run.
void set_host_time(double nanoseconds);

/// Whether copies that this thread asks for take modelled time. True at the start. A library that accounts
/// for its copies itself turns it off.
bool copies_take_time();
void let_copies_take_time(bool on);

/// Time at which a recorded cudaEvent_t was reached, after a wait for it. 0 if it was never recorded.
double time_of_event(void* event);

}  // namespace gridmark::emulation
