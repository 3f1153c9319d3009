#include "emulation/runtime/aligned_operand.h"

#include <cstdint>
#include <cstring>

namespace gridmark::emulation {
namespace {

/// Bytes of one instruction that describe a memory operand.
class Decoder {
 public:
  explicit Decoder(const ucontext_t& context)
      : registers_(context.uc_mcontext.gregs),
        at_(reinterpret_cast<const std::uint8_t*>(registers_[REG_RIP])) {}

  /// Prefixes and the opcode. False for instructions that need no alignment.
  bool is_aligned_vector_access() {
    while (*at_ == 0x66 || *at_ == 0xf2 || *at_ == 0xf3) ++at_;
    if ((*at_ & 0xf0) == 0x40) rex_ = *at_++;
    if (at_[0] != 0x0f) return false;
    const std::uint8_t opcode = at_[1];
    at_ += 2;
    const bool moves = opcode == 0x28 || opcode == 0x29 || opcode == 0x6f || opcode == 0x7f;
    return moves || (opcode >= 0x51 && opcode <= 0x5f) || (opcode >= 0xd0 && opcode <= 0xfe);
  }

  std::uintptr_t operand() {
    const std::uint8_t mode = *at_ >> 6, low = *at_ & 7;
    ++at_;
    if (mode == 3) return 0;
    std::uintptr_t address = 0;
    bool has_base = true;
    if (low == 4) {
      const std::uint8_t sib = *at_++;
      const unsigned index = (sib >> 3 & 7) | (rex_ & 2) << 2, base = (sib & 7) | (rex_ & 1) << 3;
      if (index != 4) address += value(index) << (sib >> 6);
      has_base = !((sib & 7) == 5 && mode == 0);
      if (has_base) address += value(base);
    } else if (low == 5 && mode == 0) {
      return 0;  // relative to the instruction: the program's own data is aligned
    } else {
      address = value(low | (rex_ & 1) << 3);
    }
    return address + static_cast<std::uintptr_t>(displacement(mode, has_base));
  }

 private:
  std::uintptr_t value(unsigned number) const {
    static constexpr int order[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                    REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
    return static_cast<std::uintptr_t>(registers_[order[number]]);
  }
  std::int64_t displacement(std::uint8_t mode, bool has_base) const {
    if (mode == 1) return static_cast<std::int8_t>(*at_);
    std::int32_t wide = 0;
    if (mode == 2 || !has_base) std::memcpy(&wide, at_, sizeof wide);
    return wide;
  }

  const greg_t* registers_;
  const std::uint8_t* at_;
  unsigned rex_ = 0;
};

}  // namespace

const void* misaligned_operand(const ucontext_t& context) {
  Decoder decoder(context);
  if (!decoder.is_aligned_vector_access()) return nullptr;
  const std::uintptr_t address = decoder.operand();
  constexpr std::uintptr_t canonical_end = std::uintptr_t{1} << 47;
  return address % 16 != 0 && address < canonical_end ? reinterpret_cast<const void*>(address) : nullptr;
}

}  // namespace gridmark::emulation
