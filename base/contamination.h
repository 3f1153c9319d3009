#pragma once
#include "base/timed_pair.h"

namespace gridmark::timing {

/// True if a pair shows the machine's disturbance more than the difference between the sides.
///
/// The rule is symmetric in the two sides. It adds up the disturbance of both and compares it with the time
/// of both. So it cannot prefer pairs in which one side was lucky. CPU time does not grow by waiting, so
/// waiting spoils only pairs of wall time. Time stolen by a host, and a clock rate that changes by more than
/// 5% within the pair, spoil both kinds. GPU time does not depend on processors. There only the GPU's clock
/// rate counts, with a limit of 2%: it is read at each call's end and moves in steps of about 1%.
bool contaminated(const Pair& pair, ClockKind clock);

}  // namespace gridmark::timing
