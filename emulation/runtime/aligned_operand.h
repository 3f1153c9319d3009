#pragma once
#include <ucontext.h>

namespace gridmark::emulation {

/// The address that a vector instruction wanted aligned and was not given so, or null when the interrupted
/// instruction is none of the kind (movaps and its kin).
const void* misaligned_operand(const ucontext_t& context);

}  // namespace gridmark::emulation
