#pragma once

namespace gridmark::emulation {

/// The running block ends: `what` a thread did at `place` is never allowed.
[[noreturn]] void refuse_misuse(const void* place, const char* what);

}  // namespace gridmark::emulation
