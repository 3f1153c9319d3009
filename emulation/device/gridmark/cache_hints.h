#pragma once
// Loads and stores with a cache hint.
#include "gridmark/qualifiers.h"

namespace gridmark {
namespace emulation {
/// Keeps a parameter out of deduction, so that a value converts to the pointer's element type.
template <class T>
struct Same {
  using type = T;
};
}  // namespace emulation
}  // namespace gridmark

/// For memory that is not written while the kernel runs.
template <class T>
GRIDMARK_INTRINSIC T __ldg(const T* pointer) {
  return *pointer;
}

/// Reads memory anew each time, so that a thread can wait in a loop for a value from another one.
#define GRIDMARK_LOAD(name)                     \
  template <class T>                            \
  GRIDMARK_INTRINSIC T name(const T* pointer) { \
    __asm__ volatile("" ::: "memory");          \
    return *pointer;                            \
  }
GRIDMARK_LOAD(__ldca)
GRIDMARK_LOAD(__ldcg)
GRIDMARK_LOAD(__ldcs)
GRIDMARK_LOAD(__ldlu)
GRIDMARK_LOAD(__ldcv)
#undef GRIDMARK_LOAD

#define GRIDMARK_STORE(name)                                                                      \
  template <class T>                                                                              \
  GRIDMARK_INTRINSIC void name(T* pointer, typename ::gridmark::emulation::Same<T>::type value) { \
    *pointer = value;                                                                             \
  }
GRIDMARK_STORE(__stwb)
GRIDMARK_STORE(__stcg)
GRIDMARK_STORE(__stcs)
#undef GRIDMARK_STORE
template <class T>
GRIDMARK_INTRINSIC void __stwt(T* pointer, typename ::gridmark::emulation::Same<T>::type value) {
  *pointer = value;
  __asm__ volatile("" ::: "memory");
}
