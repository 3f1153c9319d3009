#pragma once
// What a texture or surface object stands for.
#include "emulation/runtime/copies.h"
#include "gridmark/runtime_textures.h"

namespace gridmark::emulation {

struct TextureState {
  Strides memory;
  int width = 1, height = 1, depth = 1;  ///< elements; layers and faces are depth
  cudaChannelFormatDesc format{};
  std::size_t element_bytes = 0;
  int channels = 0;
  bool reads_floats = false;
  cudaTextureDesc description{};
  cudaResourceDesc resource{};
  cudaResourceViewDesc view{};
};

/// How many texture and surface objects there are.
std::size_t live_textures();

/// Unchecked: the kernel's own business, as on a device.
inline const TextureState* texture_of(cudaTextureObject_t handle) {
  return reinterpret_cast<const TextureState*>(handle);
}

}  // namespace gridmark::emulation
