#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

namespace gridmark::compile {

struct Instruction {
  std::uint64_t at = 0;
  std::size_t size = 0;  ///< bytes, 0 if it cannot be decoded
  /// As objdump prints it, "lock xadd %eax,(%rdi)". Valid until the next instruction is decoded.
  std::string_view text;
  std::string_view name;  ///< without prefixes: "xadd"
};

/// Decodes x86-64 code with libopcodes.
class Disassembler {
 public:
  Disassembler();
  ~Disassembler();

  /// Sets the code to decode. `code` must stay valid.
  void take(std::string_view code);

  /// Decodes the instruction at `at`, which must be less than the size of the code.
  Instruction decode(std::uint64_t at);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridmark::compile
