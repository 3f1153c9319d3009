#pragma once
// Loads and stores with a cache hint. A hint changes no value.
#include "gridmark/qualifiers.h"

namespace gridmark {
namespace emulation {
/// Keeps a parameter out of deduction, so that a value converts to what the pointer points to.
template <class T>
struct Same {
  using type = T;
};
}  // namespace emulation
}  // namespace gridmark

#define GRIDMARK_LOAD(name)                     \
  template <class T>                            \
  GRIDMARK_INTRINSIC T name(const T* pointer) { \
    return *pointer;                            \
  }
GRIDMARK_LOAD(__ldg)
GRIDMARK_LOAD(__ldca)
GRIDMARK_LOAD(__ldcg)
GRIDMARK_LOAD(__ldcs)
GRIDMARK_LOAD(__ldlu)
#undef GRIDMARK_LOAD
/// Reads memory anew each time.
template <class T>
GRIDMARK_INTRINSIC T __ldcv(const T* pointer) {
  __asm__ volatile("" ::: "memory");
  return *pointer;
}

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
