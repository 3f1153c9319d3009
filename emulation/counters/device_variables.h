#pragma once
#include <cstdint>
#include <utility>
#include <vector>

#include "emulation/counters/program_variables.h"
#include "emulation/engine/call_stack.h"

namespace gridmark::counters {

/// The __device__ and __constant__ variables, neither managed nor const, that gridmark-cc listed in the
/// section gridmark_device_variables. On a device each has two places. Kernels use one of them. Host code
/// that names the variable gets the other one, which never holds its value.
class DeviceVariables {
 public:
  explicit DeviceVariables(const ProgramVariables& variables);

  /// False for nearly every address that host code touches.
  static bool may_hold(std::uintptr_t address) { return address - first_ < span_; }
  /// The variable that holds the address, or null if there is none.
  const ProgramVariable* find(std::uintptr_t address) const;
  /// True in constructors of the program's own variables. On a device these run only for the host's place.
  bool is_construction(const emulation::CallStack& stack) const;

 private:
  static inline std::uintptr_t first_ = 0, span_ = 0;

  std::vector<const ProgramVariable*> variables_;                        ///< by address
  std::vector<std::pair<std::uintptr_t, std::uintptr_t>> constructors_;  ///< begin and end of code
};

}  // namespace gridmark::counters
