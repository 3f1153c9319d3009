#pragma once
// malloc, free, new and delete of a .cu file. In kernels they use the device's heap, elsewhere the host's.
// The compiler sees the C library's functions, and the assembler redirects the calls to ours. A program that
// replaces the global operator new is compiled with -DGRIDMARK_OWN_ALLOCATOR.
#if defined(__CUDACC__) && !defined(GRIDMARK_OWN_ALLOCATOR) && !defined(GRIDMARK_SYNTAX_PASS)
// clang assumes that `new` returns memory, so a full heap must end the kernel.
#ifdef __clang__
#define GRIDMARK_HEAP_NEW "gridmark_heap_new_or_fault"
#define GRIDMARK_HEAP_NEW_ALIGNED "gridmark_heap_new_aligned_or_fault"
#else
#define GRIDMARK_HEAP_NEW "gridmark_heap_new"
#define GRIDMARK_HEAP_NEW_ALIGNED "gridmark_heap_new_aligned"
#endif
__asm__(
    ".set malloc, gridmark_heap_malloc\n"
    ".set free, gridmark_heap_free\n"
    ".set _Znwm, " GRIDMARK_HEAP_NEW
    "\n"
    ".set _Znam, " GRIDMARK_HEAP_NEW
    "\n"
    ".set _ZnwmRKSt9nothrow_t, gridmark_heap_new_nothrow\n"
    ".set _ZnamRKSt9nothrow_t, gridmark_heap_new_nothrow\n"
    ".set _ZnwmSt11align_val_t, " GRIDMARK_HEAP_NEW_ALIGNED
    "\n"
    ".set _ZnamSt11align_val_t, " GRIDMARK_HEAP_NEW_ALIGNED
    "\n"
    ".set _ZdlPv, gridmark_heap_delete\n"
    ".set _ZdaPv, gridmark_heap_delete\n"
    ".set _ZdlPvm, gridmark_heap_delete\n"
    ".set _ZdaPvm, gridmark_heap_delete\n"
    ".set _ZdlPvRKSt9nothrow_t, gridmark_heap_delete\n"
    ".set _ZdaPvRKSt9nothrow_t, gridmark_heap_delete\n"
    ".set _ZdlPvSt11align_val_t, gridmark_heap_delete_aligned\n"
    ".set _ZdaPvSt11align_val_t, gridmark_heap_delete_aligned\n"
    ".set _ZdlPvmSt11align_val_t, gridmark_heap_delete_aligned_sized\n"
    ".set _ZdaPvmSt11align_val_t, gridmark_heap_delete_aligned_sized\n");
#endif
