#pragma once
// Work that a function queues outside of the stream that it was given.
#include "emulation/meters.h"

namespace gridmark::emulation {

/// From now on launches, copies and fills outside of `stream`, a cudaStream_t, are noted. Null: none are.
void watch_for_stray_work(void* stream);

/// Looks no longer. The first work since then that the caller of the function cannot wait for with `stream`:
/// it went to a default stream, or it is in another stream that `stream` does not wait for. Completes
/// `stream`. An empty message where there is none.
Finding stray_work();

}  // namespace gridmark::emulation
