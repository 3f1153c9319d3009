#pragma once
#include "base/timed_pair.h"

namespace gridmark::timing {

/// A GPU's events are read in the worker, beside the student's code, and the wall clock in the checker. What
/// a call takes beside its events (copies, checks) is the same for both sides, so what the student's takes
/// more of is time that its events do not show.
///
/// returns  seconds, the difference of the medians; below 0 where the reference's side took more
double unexplained_seconds(const ProcessSamples& samples);

/// Whether a process's events hide more than noise can: a quarter of the time that they claim, and a
/// millisecond.
bool hides_time(const ProcessSamples& samples);

}  // namespace gridmark::timing
