#pragma once

namespace gridmark::emulation {

/// From now on streams continue by themselves if the host waits without the API: for a condition variable
/// that a callback will signal, or for a word in mapped memory that a kernel will write.
///
/// Theory of operation
/// Queued work waits until a call of the API asks for it (streams.h). A host that never calls again would
/// wait for ever, so one operating-system thread checks 50 times a second. It runs the next command if
/// commands are pending, no call has come for a while, and the host's threads sleep (0.1 s) or spin (2 s). In
/// the counted flavour the limit for spinning is 10 s, because a host that computes its reference meanwhile
/// must not change the findings. After a host was seen spinning, its commands run without that delay.
void watch_for_a_quiet_host();

}  // namespace gridmark::emulation
