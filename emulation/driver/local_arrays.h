#pragma once
#include <cstdint>
#include <set>
#include <string_view>

namespace gridmark::driver {

// Theory of operation
// The compiler calls no hook for a local array whose address stays in its function. The assembly shows such
// an access as an operand in memory that no hook has announced. It is not a variable of the program, and not
// a place of the stack named by its offset alone. Such places are scalars for which the host has no register.
// The rest of the stack frame is assumed to be arrays.

/// The part of the stack that a function uses.
class StackFrame {
 public:
  /// An instruction of x86-64 (AT&T syntax).
  void read(std::string_view instruction, std::string_view operands);
  std::uint32_t array_bytes() const;

 private:
  long bytes_ = 0;
  std::set<long> scalars_;  ///< their offsets
};

/// A block's accesses to local arrays.
struct LocalUse {
  std::uint16_t accesses = 0, bytes = 0;
};

class LocalReader {
 public:
  void block_begins() { announced_ = 0; }
  void read(std::string_view instruction, std::string_view operands, LocalUse& to);

 private:
  unsigned announced_ = 0;  ///< accesses by hooks that were called
};

}  // namespace gridmark::driver
