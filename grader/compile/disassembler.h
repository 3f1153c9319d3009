#pragma once
#include <cstdint>
#include <memory>
#include <string_view>

namespace gridmark::compile {

struct Instruction {
  std::uint64_t at = 0;
  std::size_t size = 0;  ///< bytes; 0: it cannot be decoded
  /// As objdump prints it, "lock xadd %eax,(%rdi)"; until the next one is decoded.
  std::string_view text;
  std::string_view name;  ///< without prefixes: "xadd"
};

/// Decodes code of x86-64 by libopcodes.
class Disassembler {
 public:
  Disassembler();
  ~Disassembler();

  /// `code` is decoded from now on, and has to stay.
  void take(std::string_view code);

  /// The instruction at `at`, which is less than the size of the code.
  Instruction decode(std::uint64_t at);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gridmark::compile
