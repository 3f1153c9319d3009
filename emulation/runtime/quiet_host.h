#pragma once

namespace gridmark::emulation {

/// Streams go on by themselves from now on where the host waits by means of its own: for a condition variable
/// that a callback will signal, or for a word in mapped memory that a kernel will write.
///
/// Theory of operation
/// Queued work waits until a call of the API asks for it (streams.h). A host that will never call again would
/// wait for ever, so one operating-system thread looks 50 times a second: if commands are pending, no call
/// has come for a while, and the host's threads sleep (0.1 s) or spin (2 s; 10 s in the counted flavour, for
/// a host that computes its reference meanwhile must not change what is found), it runs the next command. A
/// host that was seen to spin is served without that delay from then on.
void watch_for_a_quiet_host();

}  // namespace gridmark::emulation
