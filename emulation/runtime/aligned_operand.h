#pragma once
#include <ucontext.h>

namespace gridmark::emulation {

/// The misaligned address of a vector instruction that needs alignment. Null if the interrupted instruction
/// is not of this kind (movaps and its relatives).
const void* misaligned_operand(const ucontext_t& context);

}  // namespace gridmark::emulation
