#pragma once
// The engine's thread-local variables lie between canaries. A __shared__ array is thread-local too, and an
// overrun by a student must be noticed before it changes the engine's state.

namespace gridmark::emulation {

/// Call it once on each operating-system thread before it runs device code.
void prepare_thread_locals();

/// False if the program wrote past the end (or before the start) of its shared arrays.
bool thread_locals_are_intact();

}  // namespace gridmark::emulation
