#pragma once

namespace gridmark::emulation {

/// Lets signal handlers run on this operating-system thread even when its own stack is used up.
void use_alternate_signal_stack();

}  // namespace gridmark::emulation
