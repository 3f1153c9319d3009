#pragma once
// The engine's thread-local variables lie between canaries: a __shared__ array is thread-local too, and one
// that is overrun by a student must be noticed before it changes what the engine believes.

namespace gridmark::emulation {

/// Once on each operating-system thread before it runs device code.
void prepare_thread_locals();

/// False when something wrote past the end (or before the start) of the program's shared arrays.
bool thread_locals_are_intact();

}  // namespace gridmark::emulation
