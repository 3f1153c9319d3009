#pragma once
// Calls that continue on another device thread's stack.
#include "gridmark/qualifiers.h"

// A C++ call would always save six registers for the caller, which is two cache lines of each waiting stack.
// Here the compiler itself saves only the registers that it still needs. It does not know that this is a
// call, so data must not lie below the stack pointer: kernels are compiled with -mno-red-zone.
#ifdef __AVX512F__
#define GRIDMARK_MORE_VECTORS                                                                          \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", \
      "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define GRIDMARK_MORE_VECTORS
#endif

#ifdef GRIDMARK_SYNTAX_PASS
#define GRIDMARK_PASS_ON(function)
#elif defined(GRIDMARK_COUNTED)
extern "C" {
void gridmark_barrier_counted(void);
void gridmark_end_thread_counted(void);
}
#define GRIDMARK_PASS_ON(function) function##_counted()
#else
/// `function`: of emulation/engine/pass_on.cpp.
#define GRIDMARK_PASS_ON(function)                                                                           \
  __asm__ volatile("call " #function "@PLT" ::                                                               \
                       : "memory", "cc", "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", \
                         "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", \
                         "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st", \
                         "st(1)", "st(2)", "st(3)", "st(4)", "st(5)", "st(6)",                               \
                         "st(7)" GRIDMARK_MORE_VECTORS)
#endif
