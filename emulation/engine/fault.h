#pragma once
// The one way the emulated device ends a program that went wrong.
#include <csignal>

#include "emulation/meters.h"

namespace gridmark::emulation {

/// Says `sentence` on standard error and to the fault handler, then ends the process by `signal`'s default
/// action. Safe in a signal handler. When several threads come here the first one speaks.
[[noreturn]] void end_with_fault(const char* sentence, const char* file, int line, int signal = SIGABRT);

}  // namespace gridmark::emulation
