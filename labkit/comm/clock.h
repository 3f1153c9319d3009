#pragma once
// The clock of messages: the host's modelled one on the emulated device, the system's on a real one.
#include <cuda_runtime.h>

namespace gridmark::comm {

/// Seconds since the program's start.
double clock_seconds();

/// The host has waited until then; does nothing on a real device, where it has waited indeed.
void clock_waits_until(double seconds, const char* call);

/// Work that is run now counts as run from `seconds` on; does nothing on a real device.
void set_clock(double seconds);

/// While it lives, this thread's copies take no modelled time; does nothing on a real device.
class UntimedCopies {
 public:
  UntimedCopies();
  ~UntimedCopies();
  UntimedCopies(const UntimedCopies&) = delete;
  UntimedCopies& operator=(const UntimedCopies&) = delete;
};

/// When an event that has been waited for was reached; now on a real device.
double clock_of_event(cudaEvent_t event);

/// "ddp_training.cu:42" for a call that returns to `address`; empty where no line is known.
const char* line_of(const void* address);

}  // namespace gridmark::comm
