#pragma once
// CUDA arrays: device memory with a shape and an element format. Callers must hold the device lock.
#include <cstddef>

#include "emulation/runtime/copies.h"
#include "gridmark/texture_types.h"

/// Rows follow each other without gaps. The layers of a layered array or a cube are its slices.
struct cudaArray {
  char* memory = nullptr;
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  ///< elements; height and depth are 0 if the array has no such dimension
  unsigned flags = 0;
  std::size_t element_bytes = 0;
  int device = 0;

  /// The same with 1 for absent dimensions.
  cudaExtent counted_extent() const {
    return {extent.width, extent.height ? extent.height : 1, extent.depth ? extent.depth : 1};
  }
  gridmark::emulation::Strides strides() const {
    const std::size_t pitch = extent.width * element_bytes;
    return {memory, pitch, pitch * counted_extent().height};
  }
};

namespace gridmark::emulation {

bool is_array(const cudaArray* array);
/// Forgets the arrays of a device that is reset. Their memory is already freed.
void forget_arrays(int device);
/// Bytes of an element, or 0 if there is no such format.
std::size_t element_bytes_of(const cudaChannelFormatDesc& format);
cudaError_t create_array(cudaArray_t* array, const cudaChannelFormatDesc* format, cudaExtent extent,
                         unsigned flags);

}  // namespace gridmark::emulation
