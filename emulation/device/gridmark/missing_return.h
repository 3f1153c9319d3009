#pragma once

namespace gridmark::emulation {

/// Inserted where the compiler warns that a function ends without its return (driver/missing_returns.h). On
/// the host it ends the program with the place. In kernels it returns, because nvcc's programs continue
/// there.
void end_without_return(const char* function = __builtin_FUNCTION(), const char* file = __builtin_FILE(),
                        int line = __builtin_LINE());

}  // namespace gridmark::emulation
