#pragma once

namespace gridmark::emulation {

/// Ends the program where this thread may give no work to the device now (emulation/distrust.h).
void refuse_late_work();

}  // namespace gridmark::emulation
