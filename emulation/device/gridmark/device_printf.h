#pragma once
// printf of a .cu file. In kernels it returns the number of its arguments, as CUDA's does. Elsewhere it is
// the C library's. The assembler redirects calls of printf to ours, and calls of puts too, because a compiler
// can turn printf into puts.
#if defined(__CUDACC__) && !defined(GRIDMARK_SYNTAX_PASS)
__asm__(".set printf, gridmark_printf\n.set puts, gridmark_puts\n");
#endif
