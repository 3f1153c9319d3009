#pragma once
// Work that a function queues outside the stream that it received.
#include "emulation/meters.h"

namespace gridmark::emulation {

/// From now on launches, copies and fills outside `stream`, a cudaStream_t, are noted. Null: none are.
void watch_for_stray_work(void* stream);

/// Stops watching. Returns the first work since watch_for_stray_work() that the function's caller cannot wait
/// for with `stream`. It went to a default stream, or to another stream that `stream` does not wait for.
/// Completes `stream`. An empty message if there is none.
Finding stray_work();

}  // namespace gridmark::emulation
