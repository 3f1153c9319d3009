#pragma once
// Information about null pointers for a kernel that has used one.
#include <cstdint>
#include <string>

#include "gridmark/launch.h"

namespace gridmark::emulation {

/// While an object lives, `call` is the kernel that runs.
class RunningCall {
 public:
  explicit RunningCall(const KernelCall& call);
  ~RunningCall();
  RunningCall(const RunningCall&) = delete;
  RunningCall& operator=(const RunningCall&) = delete;

 private:
  const KernelCall* const before_;
};

/// "argument 2 of the launch is null". Empty if no kernel runs, or none of its arguments is null.
std::string null_arguments();

/// `caller` requested 0 bytes of memory, and got a null pointer.
void note_empty_allocation(const void* caller);

/// True for an address that an index can have made from a null pointer and that has no other likely origin.
bool is_from_null_pointer(std::uintptr_t address);

}  // namespace gridmark::emulation
