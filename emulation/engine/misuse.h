#pragma once

namespace gridmark::emulation {

/// Ends the running block because a thread did `what` at `place`, which is never allowed.
[[noreturn]] void refuse_misuse(const void* place, const char* what);

}  // namespace gridmark::emulation
