#pragma once
#include <cstdint>

namespace gridmark::emulation {

/// From now on a crash prints a message about its cause. Signals with an existing handler are left alone.
void install_fault_signals();

/// Whether faults reach our handlers now, because a program can set other handlers.
bool handles_faults();

/// Addresses of the program's own instructions.
struct CodeRange {
  std::uintptr_t begin, end;
};
CodeRange code_of_program();

/// Whether the instruction is in the program itself or, in a shared library that has kernels, in that
/// library: the file that the device's engine is linked into.
bool is_in_program(std::uintptr_t instruction);

}  // namespace gridmark::emulation
