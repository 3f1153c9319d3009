#pragma once
// A kernel that gets ordinary host memory, such as a pointer from malloc, cannot read it on a device without
// special support. The emulated device could, because all of it is one process.
#include <cstdint>
#include <string>

#include "gridmark/launch.h"

namespace gridmark::emulation {

/// While an object lives, arguments that point to ordinary host memory point to a range that faults.
class HostArguments {
 public:
  explicit HostArguments(const KernelCall& call);
  ~HostArguments();
  HostArguments(const HostArguments&) = delete;
  HostArguments& operator=(const HostArguments&) = delete;

 private:
  KernelCall* const call_;
};

/// "argument 1 of the launch points to host memory". Empty for an address outside the range that faults.
std::string host_argument(std::uintptr_t address);

}  // namespace gridmark::emulation
