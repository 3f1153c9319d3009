#pragma once
// The clock of messages: the host's modelled clock on the emulated device, the system clock on a GPU.
#include <cuda_runtime.h>

namespace gridmark::comm {

/// Seconds since the program's start.
double clock_seconds();

/// Advances the clock to the end of a wait of the host. Does nothing on a GPU, where the host really waited.
void clock_waits_until(double seconds, const char* call);

/// Sets the clock to `seconds` for the work that runs next. Does nothing on a GPU.
void set_clock(double seconds);

/// While it lives, this thread's copies take no modelled time. Does nothing on a GPU.
class UntimedCopies {
 public:
  UntimedCopies();
  ~UntimedCopies();
  UntimedCopies(const UntimedCopies&) = delete;
  UntimedCopies& operator=(const UntimedCopies&) = delete;
};

/// The time at which an event that was waited for was reached. On a GPU, the current time.
double clock_of_event(cudaEvent_t event);

/// "ddp_training.cu:42" for a call that returns to `address`, empty if no line is known.
const char* line_of(const void* address);

}  // namespace gridmark::comm
