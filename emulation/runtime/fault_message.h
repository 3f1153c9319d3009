#pragma once
// The message for a student about a fault.
#include <cstddef>
#include <string>

#include "emulation/meters.h"
#include "emulation/runtime/device_memory.h"

namespace gridmark::emulation {

/// Information from a fault's signal.
struct Fault {
  int signal = 0;
  const void* address = nullptr;
  bool address_is_known = true;  ///< false for an address that the processor cannot even form
  bool in_kernel = false;
  bool stack_overflow = false;
  bool past_dynamic_shared = false;
  bool misaligned = false;
  bool endless = false;  ///< the watchdog's
  bool is_kept = false;  ///< becomes an error of the runtime, and the program continues
};

/// "block (0,0,0) thread (5,0,0) in kernel k", or "host code".
std::string running_code(bool in_kernel);

std::string fault_message(const Fault& fault, const std::string& who, const SourcePlace& place);

/// The line to report: `place`, or the line of an allocation that is too small for a kernel of the grader.
SourcePlace blamed_place(const Fault& fault, const SourcePlace& place);

/// The watchdog's message: the kernel does not end.
std::string endless_message(const std::string& who, const SourcePlace& place);

/// Ends the program if `address` is device memory that host code must not touch.
///
/// pc  return address of the code that announced the access
void refuse_device_pointer(const void* address, const void* pc);

/// The cudaError_t that a device returns for such a fault.
int error_of(const Fault& fault);

/// The kernel wrote over canary bytes. The first changed byte is `changed` bytes from the allocation's start.
void tell_overrun(const char* kernel, const DeviceAllocation& allocation, std::ptrdiff_t changed);

}  // namespace gridmark::emulation
