#pragma once
// The host's modelled clock, for libraries that wait for more than devices: other ranks, a disk.
#include <string>

namespace gridmark::emulation {

/// Nanoseconds since the program's start; emulation/timeline.h tells of the same clock.
double host_time();

/// The host has waited until then for something that is no device. The timeline shows the wait under the name
/// `call`.
void host_waits_until(double nanoseconds, const std::string& call);

/// Sets the clock, also back: for work that a library runs later than it would have run beside the host.
void set_host_time(double nanoseconds);

/// Whether copies that this thread asks for take modelled time, as they do at first. Those of a library that
/// takes their time into its own account do not.
bool copies_take_time();
void let_copies_take_time(bool on);

/// When a recorded cudaEvent_t that has been waited for was reached; 0 for one that was never recorded.
double time_of_event(void* event);

}  // namespace gridmark::emulation
