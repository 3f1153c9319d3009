#pragma once
// Data of a running program for `gridmark smi` (protocol/device_states.h). A worker under a checker publishes
// nothing, and neither does a program with GRIDMARK_SMI=0. Callers must hold the device lock.
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// Called after a possible change. It is cheap: a file is written only after a real change, and rarely.
void publish_states();

/// For `gridmark smi -- PROGRAM`, which records a sample of each second of modelled time: adds those before
/// `time`, when the work that begins then is placed.
void record_states(Nanoseconds time);

}  // namespace gridmark::emulation
