#pragma once
// A kernel that is given ordinary host memory, such as a pointer from malloc, reads it on no device without
// special support. The emulated device could, since all of it is one process.
#include <cstdint>
#include <string>

#include "gridmark/launch.h"

namespace gridmark::emulation {

/// While one lives, arguments that point to ordinary host memory point to a range that faults.
class HostArguments {
 public:
  explicit HostArguments(const KernelCall& call);
  ~HostArguments();
  HostArguments(const HostArguments&) = delete;
  HostArguments& operator=(const HostArguments&) = delete;

 private:
  KernelCall* const call_;
};

/// "argument 1 of the launch points to host memory"; empty for an address outside of the range that faults.
std::string host_argument(std::uintptr_t address);

}  // namespace gridmark::emulation
