#pragma once
// State of a texture or surface object.
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

/// Number of texture and surface objects.
std::size_t live_textures();

/// Unchecked: a kernel must use a valid handle, as on a device.
inline const TextureState* texture_of(cudaTextureObject_t handle) {
  return reinterpret_cast<const TextureState*>(handle);
}

}  // namespace gridmark::emulation
