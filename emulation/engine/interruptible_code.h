#pragma once
// Where a device thread may be interrupted: in the program's own code, as its symbol table tells.
#include <cstdint>

namespace gridmark::emulation {

/// Reads /proc/self/exe's symbols, once; not for signal handlers. Without symbols nothing is interruptible.
void learn_interruptible_code();

/// For the signal handler of the interrupted thread: every frame from the interrupted instruction to the
/// kernel's launch is code of the program, not the engine's nor a library's, which may hold locks.
bool is_interruptible(std::uintptr_t instruction);

}  // namespace gridmark::emulation
