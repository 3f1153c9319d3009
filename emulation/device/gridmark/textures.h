#pragma once
// Reading textures and surfaces in device code.
#include <type_traits>

#include "gridmark/engine.h"
#include "gridmark/runtime_textures.h"

namespace gridmark::emulation {

/// Result type of a fetch: floats if the texture's elements are read as such, integers otherwise.
struct FetchedTexel {
  bool is_float;
  float real[4];
  int integer[4];
};
enum class TextureShape { line, flat, deep, line_layers, flat_layers, cube, cube_layers };

FetchedTexel fetch_texture(cudaTextureObject_t texture, TextureShape shape, float x, float y, float z,
                           int layer);
FetchedTexel fetch_linear_memory(cudaTextureObject_t texture, int x);
/// The bytes of an element. Null if the access must be skipped. Ends the kernel if the access is an error.
char* surface_element(cudaSurfaceObject_t surface, TextureShape shape, int x_bytes, int y, int z,
                      unsigned bytes, cudaSurfaceBoundaryMode mode);

template <class T>
T channel_of(const FetchedTexel& texel, int channel) {
  return texel.is_float ? static_cast<T>(texel.real[channel]) : static_cast<T>(texel.integer[channel]);
}
template <class T>
T to_texel(const FetchedTexel& fetched) {
  using Element = typename Texel<T>::Element;
  static_assert(
      Channel<Element>::bits != 0,
      "textures have elements of 8, 16 or 32 bits: char, short, int, float, and their vectors of 1, "
      "2 and 4");
  T texel;
  Element* channels = reinterpret_cast<Element*>(&texel);
  for (int i = 0; i < Texel<T>::channels; ++i) channels[i] = channel_of<Element>(fetched, i);
  return texel;
}

template <class T>
struct NeverTexture : std::false_type {};

}  // namespace gridmark::emulation

#define GRIDMARK_TEXTURE(name, parameters, fetched) \
  template <class T>                                \
  GRIDMARK_INTRINSIC T name parameters {            \
    using namespace ::gridmark::emulation;          \
    return to_texel<T>(fetched);                    \
  }
GRIDMARK_TEXTURE(tex1Dfetch, (cudaTextureObject_t texture, int x), fetch_linear_memory(texture, x))
GRIDMARK_TEXTURE(tex1D, (cudaTextureObject_t texture, float x),
                 fetch_texture(texture, TextureShape::line, x, 0, 0, 0))
GRIDMARK_TEXTURE(tex2D, (cudaTextureObject_t texture, float x, float y),
                 fetch_texture(texture, TextureShape::flat, x, y, 0, 0))
GRIDMARK_TEXTURE(tex3D, (cudaTextureObject_t texture, float x, float y, float z),
                 fetch_texture(texture, TextureShape::deep, x, y, z, 0))
GRIDMARK_TEXTURE(tex1DLayered, (cudaTextureObject_t texture, float x, int layer),
                 fetch_texture(texture, TextureShape::line_layers, x, 0, 0, layer))
GRIDMARK_TEXTURE(tex2DLayered, (cudaTextureObject_t texture, float x, float y, int layer),
                 fetch_texture(texture, TextureShape::flat_layers, x, y, 0, layer))
GRIDMARK_TEXTURE(texCubemap, (cudaTextureObject_t texture, float x, float y, float z),
                 fetch_texture(texture, TextureShape::cube, x, y, z, 0))
GRIDMARK_TEXTURE(texCubemapLayered, (cudaTextureObject_t texture, float x, float y, float z, int layer),
                 fetch_texture(texture, TextureShape::cube_layers, x, y, z, layer))
#undef GRIDMARK_TEXTURE

// The same, with the result stored through a pointer.
template <class T>
GRIDMARK_INTRINSIC void tex1Dfetch(T* result, cudaTextureObject_t texture, int x) {
  *result = tex1Dfetch<T>(texture, x);
}
template <class T>
GRIDMARK_INTRINSIC void tex1D(T* result, cudaTextureObject_t texture, float x) {
  *result = tex1D<T>(texture, x);
}
template <class T>
GRIDMARK_INTRINSIC void tex2D(T* result, cudaTextureObject_t texture, float x, float y) {
  *result = tex2D<T>(texture, x, y);
}
template <class T>
GRIDMARK_INTRINSIC void tex3D(T* result, cudaTextureObject_t texture, float x, float y, float z) {
  *result = tex3D<T>(texture, x, y, z);
}
template <class T>
GRIDMARK_INTRINSIC void tex2DLayered(T* result, cudaTextureObject_t texture, float x, float y, int layer) {
  *result = tex2DLayered<T>(texture, x, y, layer);
}

#define GRIDMARK_NO_TEXTURE(name, way_round)                                     \
  template <class T, class... Arguments>                                         \
  static inline T name(cudaTextureObject_t, Arguments...) {                      \
    static_assert(::gridmark::emulation::NeverTexture<T>::value,                 \
                  #name " is not available on the emulated device: " way_round); \
    return T();                                                                  \
  }
#define GRIDMARK_NO_LEVELS                                                                                   \
  "the emulated device has no mipmaps. Use one texture for each level, and read it with tex2D or a similar " \
  "function"
GRIDMARK_NO_TEXTURE(tex1DLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex2DLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex3DLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex1DLayeredLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex2DLayeredLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(texCubemapLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(texCubemapLayeredLod, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex1DGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex2DGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex3DGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex1DLayeredGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex2DLayeredGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(texCubemapGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(texCubemapLayeredGrad, GRIDMARK_NO_LEVELS)
GRIDMARK_NO_TEXTURE(tex2Dgather, "read the four neighbours with tex2D")
#undef GRIDMARK_NO_TEXTURE
#undef GRIDMARK_NO_LEVELS

// Surfaces: x counts bytes.
#define GRIDMARK_UNPACK(...) __VA_ARGS__
#define GRIDMARK_SURFACE(name, shape, parameters, y_value, z_value)                                 \
  template <class T>                                                                                \
  static inline T name##read(cudaSurfaceObject_t surface, GRIDMARK_UNPACK parameters,               \
                             cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                 \
    const char* element = ::gridmark::emulation::surface_element(                                   \
        surface, ::gridmark::emulation::TextureShape::shape, x, y_value, z_value, sizeof(T), mode); \
    T value{};                                                                                      \
    if (element) __builtin_memcpy(&value, element, sizeof(T));                                      \
    return value;                                                                                   \
  }                                                                                                 \
  template <class T>                                                                                \
  static inline void name##read(T* value, cudaSurfaceObject_t surface, GRIDMARK_UNPACK parameters,  \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {              \
    const char* element = ::gridmark::emulation::surface_element(                                   \
        surface, ::gridmark::emulation::TextureShape::shape, x, y_value, z_value, sizeof(T), mode); \
    *value = T{};                                                                                   \
    if (element) __builtin_memcpy(value, element, sizeof(T));                                       \
  }                                                                                                 \
  template <class T>                                                                                \
  static inline void name##write(T value, cudaSurfaceObject_t surface, GRIDMARK_UNPACK parameters,  \
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {             \
    char* element = ::gridmark::emulation::surface_element(                                         \
        surface, ::gridmark::emulation::TextureShape::shape, x, y_value, z_value, sizeof(T), mode); \
    if (element) __builtin_memcpy(element, &value, sizeof(T));                                      \
  }
GRIDMARK_SURFACE(surf1D, line, (int x), 0, 0)
GRIDMARK_SURFACE(surf2D, flat, (int x, int y), y, 0)
GRIDMARK_SURFACE(surf3D, deep, (int x, int y, int z), y, z)
GRIDMARK_SURFACE(surf1DLayered, line_layers, (int x, int layer), 0, layer)
GRIDMARK_SURFACE(surf2DLayered, flat_layers, (int x, int y, int layer), y, layer)
GRIDMARK_SURFACE(surfCubemap, flat_layers, (int x, int y, int face), y, face)
#undef GRIDMARK_SURFACE
#undef GRIDMARK_UNPACK
