#pragma once
// CUDA runtime errors that end a submission's run, in the emulated device's words.
#include <string>

namespace gridmark::cuda {

/// Whether every later call of the process returns this error again. Then the device's work failed, not a
/// call.
///
/// code  a cudaError_t
bool is_sticky(int code);

/// The event in words for a student: "illegal memory access in a kernel". A GPU does not report the line. The
/// emulated device does.
///
/// code  an error for which is_sticky() is true
/// name  "cudaErrorIllegalAddress", used for errors without words here
std::string fault_message(int code, const std::string& name);

}  // namespace gridmark::cuda
