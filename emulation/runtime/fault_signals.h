#pragma once
#include <cstdint>

namespace gridmark::emulation {

/// From now on a crash says in a message what happened. Signals that have a handler are left alone.
void install_fault_signals();

/// Whether they come to us now: a program may set other handlers.
bool handles_faults();

/// Addresses of the program's own instructions.
struct CodeRange {
  std::uintptr_t begin, end;
};
CodeRange code_of_program();

/// Whether the instruction is of the program itself or, in a shared library that has kernels, of that
/// library: the file that the device's engine is linked into.
bool is_in_program(std::uintptr_t instruction);

}  // namespace gridmark::emulation
