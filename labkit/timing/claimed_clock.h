#pragma once
#include "base/timed_pair.h"

namespace gridmark::timing {

/// A GPU's events are read in the worker, next to the student's code. The wall clock is read in the checker.
/// The time of a call outside its events (copies, checks) is the same for both sides. So if the student's
/// side takes more of it, that is time that its events do not show.
///
/// returns  seconds, the difference of the medians. Below 0 if the reference's side took more
double unexplained_seconds(const ProcessSamples& samples);

/// Whether a process's events hide more time than noise can explain: more than a quarter of the time that
/// they claim, and more than a millisecond.
bool hides_time(const ProcessSamples& samples);

}  // namespace gridmark::timing
