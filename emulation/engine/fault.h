#pragma once
// The ways in which the emulated device reports that a program went wrong.
#include <csignal>
#include <cstdint>
#include <string>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// Prints `message` on standard error, gives it to the fault handler, then ends the process by `signal`'s
/// default action. Safe in a signal handler. If several threads call it, only the first one prints.
[[noreturn]] void end_with_fault(const char* message, const char* file, int line, int signal = SIGABRT);

/// Handles a faulting kernel if the program runs without a fault handler: as on a device, the kernel ends and
/// the program goes on. The runtime sets the function, which keeps the error (a cudaError_t) for every later
/// call. It returns false if an earlier fault of the same grid was reported.
extern bool (*keep_kernel_fault)(int error);

/// Reports the fault for which a block ran again, if it did not come again. The runtime sets it.
extern void (*tell_fault_of_row)();

/// True when faults of kernels do not end the process.
bool kernel_faults_are_kept();

/// A fault of the running grid that is found outside of its blocks' code. It ends the process, or it is
/// printed and kept and the grid is given up.
void fault_of_grid(const char* message, const SourcePlace& place, int error);

/// The same for device code. The running block never continues.
[[noreturn]] void fault_of_block(const char* message, const SourcePlace& place, int error);

/// "just past the end of ", "1 byte past the end of ", "12 bytes past the end of ": words for an access
/// `bytes` bytes behind the end.
std::string past_the_end(std::uintptr_t bytes);

// Values of cudaError_t, because the engine does not include its header.
constexpr int error_illegal_address = 700, error_launch_timeout = 702, error_assert = 710,
              error_misaligned_address = 716, error_launch_failure = 719;

}  // namespace gridmark::emulation
