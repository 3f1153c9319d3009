// Replaces the C library's pthread_create, also for the C++ library's threads, and refuses it in kernels. A
// new thread inherits its creator's memory access, so it could use device memory without being counted.
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
