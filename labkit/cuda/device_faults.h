#pragma once
// Errors of the CUDA runtime that end a submission's run, in the emulated device's words.
#include <string>

namespace gridmark::cuda {

/// Whether every later call of the process gives this error again: the device's work went wrong, not a call.
///
/// code  a cudaError_t
bool is_sticky(int code);

/// What happened, for a student: "illegal memory access in a kernel". The real device does not tell the line;
/// who reads this asks the emulated device.
///
/// code  one that is_sticky
/// name  "cudaErrorIllegalAddress", for those that have no words here
std::string fault_message(int code, const std::string& name);

}  // namespace gridmark::cuda
