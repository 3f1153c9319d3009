#pragma once
// The places where a device thread may be interrupted: the program's own code, according to its symbol table.
#include <cstdint>

namespace gridmark::emulation {

/// Reads the symbols of /proc/self/exe once. Not for signal handlers. Without symbols nothing is
/// interruptible.
void learn_interruptible_code();

/// For the signal handler of the interrupted thread. True if every frame from the interrupted instruction to
/// the kernel's launch is the program's code. The engine and libraries are excluded because they may hold
/// locks.
bool is_interruptible(std::uintptr_t instruction);

}  // namespace gridmark::emulation
