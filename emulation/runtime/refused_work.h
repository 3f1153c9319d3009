#pragma once

namespace gridmark::emulation {

/// Whether launches and copies fail (emulation/refused_work.h).
bool work_is_refused();

}  // namespace gridmark::emulation
