// Feature: host code that copies to or from a __device__ variable by a pointer to it is reported, also if a library makes the copy
// Findings: host code reads read_by_a_vector at device_variable_by_copy.cu:22, which is a __device__ variable
// Findings: host code writes written_by_copy at device_variable_by_copy.cu:23, which is a __device__ variable
// Findings: host code reads read_as_volatile at device_variable_by_copy.cu:24, which is a __device__ variable
// Findings: host code reads read_atomically at device_variable_by_copy.cu:25, which is a __device__ variable
#include <algorithm>
#include <vector>

#include "../check.h"

__device__ float read_by_a_vector[64], written_by_copy[64], read_as_volatile[64];
__device__ int read_atomically;

template <class T>
T* place_of(T& variable) {
  void* place = nullptr;
  CUDA(cudaGetSymbolAddress(&place, variable));
  return static_cast<T*>(place);
}

int main() {
  const std::vector<float> taken(*place_of(read_by_a_vector), *place_of(read_by_a_vector) + 64);
  std::copy(taken.begin(), taken.end(), *place_of(written_by_copy));
  const volatile float seen = static_cast<const volatile float*>(*place_of(read_as_volatile))[1];
  const int value = __atomic_load_n(place_of(read_atomically), __ATOMIC_RELAXED);
  std::vector<float> own(taken);
  std::fill(own.begin(), own.end(), seen + float(value));
  CHECK(own[63] == 0);
  return coverage::result();
}
