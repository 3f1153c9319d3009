#include "gridmark/missing_return.h"

#include <string>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/repairable_words.h"

namespace gridmark::emulation {

void end_without_return(const char* function, const char* file, int line) {
  if (turn.in_kernel) return;
  const std::string message = std::string(no_return) + file + ":" + std::to_string(line) + ": " + function +
                              " must return a value on every path, or its caller gets an "
                              "undefined one (the compiler warns of it: -Wreturn-type)";
  end_with_fault(message.c_str(), file, line);
}

}  // namespace gridmark::emulation
