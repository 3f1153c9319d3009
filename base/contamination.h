#pragma once
#include "base/timed_pair.h"

namespace gridmark::timing {

/// True when a pair says more about the machine than about the two sides.
///
/// The rule is the same when the sides change places: it adds up what happened to both and compares it with
/// the time of both, so it cannot prefer the pairs in which one side was lucky. Time on a processor (cpu)
/// does not grow by waiting, so waiting spoils pairs of wall time only; time that a host steals, and a clock
/// that changes by more than 5% within the pair, spoil both. A GPU's time does not know of processors: there
/// only its own clock counts, and 2% is much, since it is read at each call's end and moves in steps of about
/// 1%.
bool contaminated(const Pair& pair, ClockKind clock);

}  // namespace gridmark::timing
