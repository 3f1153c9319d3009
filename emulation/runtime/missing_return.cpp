#include "gridmark/missing_return.h"

#include <string>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"

namespace gridmark::emulation {

void end_without_return(const char* function, const char* file, int line) {
  if (turn.in_kernel) return;
  const std::string message = std::string(function) + " ended without a return, at " + file + ":" +
                              std::to_string(line) +
                              ": it must return a value, and what its caller gets is undefined. Return a "
                              "value on every path (the compiler warns of it: -Wreturn-type)";
  end_with_fault(message.c_str(), file, line);
}

}  // namespace gridmark::emulation
