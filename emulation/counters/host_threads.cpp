// The C library's pthread_create stands behind this one, for the C++ library's threads, too. A thread takes
// over what its maker may touch: one that a kernel makes could work on device memory, and nothing counts it.
#include <dlfcn.h>
#include <pthread.h>

#include "emulation/engine/call_stack.h"
#include "emulation/engine/fault.h"
#include "emulation/engine/visible.h"
#include "emulation/runtime/fault_message.h"
#include "gridmark/engine.h"

extern "C" GRIDMARK_VISIBLE int pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                               void* (*start)(void*), void* argument) noexcept {
  using namespace gridmark::emulation;
  if (turn.in_kernel) {
    const SourcePlace place = source_place(call_stack_here());
    const std::string message = running_code(true) + " starts a thread of the host, as no GPU can";
    fault_of_block(message.c_str(), place, error_launch_failure);
  }
  static const auto create = reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, start, argument);
}
