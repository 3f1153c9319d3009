#pragma once
// What is known of null pointers when a kernel has used one.
#include <cstdint>
#include <string>

#include "gridmark/launch.h"

namespace gridmark::emulation {

/// While one lives, `call` is the kernel that runs.
class RunningCall {
 public:
  explicit RunningCall(const KernelCall& call);
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;

 private:
  const KernelCall* const before_;
};

/// "argument 2 of the launch is null"; empty where no kernel runs, or none of its arguments is.
std::string null_arguments();

/// `caller` asked for 0 bytes of memory, and got a null pointer.
void note_empty_allocation(const void* caller);

/// True for an address that an index can have made from a null pointer, and nothing else is likely to be.
bool is_from_null_pointer(std::uintptr_t address);

}  // namespace gridmark::emulation
