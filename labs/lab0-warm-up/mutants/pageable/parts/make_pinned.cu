#include <cstdlib>

cudaError_t make_pinned(std::size_t count, float*& pinned) {
  pinned = static_cast<float*>(std::malloc(count * sizeof(float)));
  return pinned == nullptr ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t release_pinned(float* pinned) {
  std::free(pinned);
  return cudaSuccess;
}
