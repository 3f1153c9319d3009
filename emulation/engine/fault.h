#pragma once
// The ways in which the emulated device tells that a program went wrong.
#include <csignal>
#include <cstdint>
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// Says `message` on standard error and to the fault handler, then ends the process by `signal`'s default
/// action. Safe in a signal handler. When several threads come here the first one speaks.
[[noreturn]] void end_with_fault(const char* message, const char* file, int line, int signal = SIGABRT);

/// What becomes of a kernel that faults where the program runs without a fault handler: as on a device, the
/// kernel ends and the program goes on. The runtime sets it: keeps the error (a cudaError_t) for every later
/// call. False when an earlier fault of the same grid has been told.
extern bool (*keep_kernel_fault)(int error);

/// Tells of the fault for which a block ran again, and which did not come again. The runtime sets it.
extern void (*tell_fault_of_row)();

/// True when faults of kernels do not end the process.
bool kernel_faults_are_kept();

/// A fault of the running grid that is found outside of its blocks' code: ends the process, or is said and
/// kept, and the grid is given up.
void fault_of_grid(const char* message, const SourcePlace& place, int error);

/// From device code: the same, and the running block never continues.
[[noreturn]] void fault_of_block(const char* message, const SourcePlace& place, int error);

/// "just past the end of ", "1 byte past the end of ", "12 bytes past the end of ": what begins `bytes`
/// behind it.
std::string past_the_end(std::uintptr_t bytes);

// Numbers of cudaError_t, which the engine does not know.
constexpr int error_illegal_address = 700, error_launch_timeout = 702, error_assert = 710,
              error_misaligned_address = 716, error_launch_failure = 719;

}  // namespace gridmark::emulation
