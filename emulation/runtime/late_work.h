#pragma once

namespace gridmark::emulation {

/// Ends the program if this thread must not give work to the device now (emulation/distrust.h).
void refuse_late_work();

}  // namespace gridmark::emulation
