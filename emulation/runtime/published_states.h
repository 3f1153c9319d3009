#pragma once
// What `gridmark smi` shows of a running program (protocol/device_states.h). A worker under a checker
// publishes nothing, and neither does a program with GRIDMARK_SMI=0. Callers hold the device lock.
#include "emulation/timeline/work.h"

namespace gridmark::emulation {

/// Something may have changed. Cheap: a file is written only where something has, and seldom.
void publish_states();

/// `gridmark smi -- PROGRAM` wants a sample of each second of modelled time: those before `time`, when the
/// work that begins then is placed.
void record_states(Nanoseconds time);

}  // namespace gridmark::emulation
