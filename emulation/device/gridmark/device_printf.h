#pragma once
// printf of a .cu file: in kernels it returns how many arguments it was given, as CUDA's does; elsewhere it
// is the C library's. The assembler makes calls of it calls of ours, and of puts, which a compiler makes of
// it.
#if defined(__CUDACC__) && !defined(GRIDMARK_SYNTAX_PASS)
__asm__(".set printf, gridmark_printf\n.set puts, gridmark_puts\n");
#endif
