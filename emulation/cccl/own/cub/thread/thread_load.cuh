#pragma once
// Loads and stores with a cache hint, which changes no value.
#include <cuda_runtime.h>

#include <iterator>

namespace cub {

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };

template <CacheLoadModifier MODIFIER, class Iterator>
__device__ __forceinline__ typename std::iterator_traits<Iterator>::value_type ThreadLoad(Iterator from) {
  return *from;
}
template <CacheStoreModifier MODIFIER, class Iterator, class T>
__device__ __forceinline__ void ThreadStore(Iterator to, T value) {
  *to = value;
}

}  // namespace cub
