#pragma once
// Hook through which the counters add their figures to the meters.
#include "emulation/meters.h"

namespace gridmark::emulation {

struct CountedHook {
  void (*fill)(Meters& meters) = nullptr;  ///< fills everything from Meters::counted on
  void (*reset)() = nullptr;               ///< a metered section starts
};

/// Null functions in the fast flavour. Set before the first launch.
extern CountedHook counted_hook;

}  // namespace gridmark::emulation
