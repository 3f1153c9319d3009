// assert() in device code, with CUDA's text and cudaErrorAssert. In host code it is the C library's.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "emulation/engine/block.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/visible.h"
#include "emulation/runtime/fault_message.h"

extern char* program_invocation_short_name;

namespace gridmark::emulation {
namespace {

[[noreturn]] void fail_in_kernel(const char* assertion, const char* file, unsigned line,
                                 const char* function) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file,
               line, function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z,
               assertion);
  const SourcePlace place{file, static_cast<int>(line)};
  const std::string message =
      "an assertion failed in " + running_code(true) + " at " + file + ":" + std::to_string(line);
  fault_of_block(message.c_str(), place, error_assert);
}

}  // namespace
}  // namespace gridmark::emulation

/// Replaces the C library's function that assert() calls. If a fault handler is set, a failed assertion
/// aborts as on the host, and the handler gets the message from the signal.
extern "C" [[noreturn]] GRIDMARK_VISIBLE void __assert_fail(const char* assertion, const char* file,
                                                            unsigned line, const char* function) noexcept {
  using namespace gridmark::emulation;
  if (turn.in_kernel && kernel_faults_are_kept()) fail_in_kernel(assertion, file, line, function);
  std::fflush(stdout);
  std::fprintf(stderr, "%s: %s:%u: %s: Assertion `%s' failed.\n", program_invocation_short_name, file, line,
               function ? function : "?", assertion);
  std::abort();
}
