#pragma once

namespace gridmark::emulation {

/// From now on a crash says in a sentence what happened. Signals that have a handler are left alone.
void install_fault_signals();

/// Whether they come to us now: a program may set other handlers.
bool handles_faults();

}  // namespace gridmark::emulation
