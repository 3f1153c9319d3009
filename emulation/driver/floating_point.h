#pragma once
#include <array>
#include <cstdint>
#include <string_view>

namespace gridmark::driver {

/// Floating-point operations of a sequence of instructions, by type and kind.
struct Operations {
  enum Type { half, single, twofold, types };  ///< twofold: double precision
  enum Kind { add, multiply, fused, special, kinds };
  std::array<std::array<std::uint16_t, kinds>, types> count{};
};

/// Adds the operations on numbers of one line of x86-64 assembly (AT&T syntax). Calls of the C library's
/// functions count as special, as division and square root do. Calls of fma() count as fma. A comment
/// "# gridmark half" marks the next operation in single precision as one in half precision.
class OperationReader {
 public:
  void read(std::string_view instruction, std::string_view operands, Operations& to);
  void half_follows() { half_follows_ = true; }

 private:
  void note(Operations& to, Operations::Type type, Operations::Kind kind, unsigned times);
  bool half_follows_ = false;
};

}  // namespace gridmark::driver
