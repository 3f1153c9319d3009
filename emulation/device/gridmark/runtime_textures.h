#pragma once
// Texture and surface objects, and the descriptions of their elements.
#include "gridmark/languages.h"
#include "gridmark/runtime_types.h"
#include "gridmark/texture_types.h"
#include "gridmark/vector_types.h"

GRIDMARK_C_API_BEGIN
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind kind);
cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const struct cudaResourceDesc* resource,
                                    const struct cudaTextureDesc* description,
                                    const struct cudaResourceViewDesc* view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc* resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc* description, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceViewDesc(struct cudaResourceViewDesc* view,
                                                 cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const struct cudaResourceDesc* resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc* resource, cudaSurfaceObject_t surface);
GRIDMARK_C_API_END

#ifdef __cplusplus
namespace gridmark::emulation {

/// One channel of a texel: bits and kind of its type.
template <class T>
struct Channel {
  static constexpr int bits = 0;  ///< not a texel's channel
  static constexpr cudaChannelFormatKind kind = cudaChannelFormatKindNone;
};
/// A texel: its channel and how many there are.
template <class T>
struct Texel {
  using Element = T;
  static constexpr int channels = 1;
};

#define GRIDMARK_CHANNEL(T, width, k)                                       \
  template <>                                                               \
  struct Channel<T> {                                                       \
    static constexpr int bits = width;                                      \
    static constexpr cudaChannelFormatKind kind = cudaChannelFormatKind##k; \
  };
#define GRIDMARK_TEXEL(T, name)        \
  template <>                          \
  struct Texel<name##1> {              \
    using Element = T;                 \
    static constexpr int channels = 1; \
  };                                   \
  template <>                          \
  struct Texel<name##2> {              \
    using Element = T;                 \
    static constexpr int channels = 2; \
  };                                   \
  template <>                          \
  struct Texel<name##4> {              \
    using Element = T;                 \
    static constexpr int channels = 4; \
  };
GRIDMARK_CHANNEL(char, 8, Signed)
GRIDMARK_CHANNEL(signed char, 8, Signed)
GRIDMARK_CHANNEL(unsigned char, 8, Unsigned)
GRIDMARK_CHANNEL(short, 16, Signed)
GRIDMARK_CHANNEL(unsigned short, 16, Unsigned)
GRIDMARK_CHANNEL(int, 32, Signed)
GRIDMARK_CHANNEL(unsigned int, 32, Unsigned)
GRIDMARK_CHANNEL(float, 32, Float)
GRIDMARK_TEXEL(signed char, char)
GRIDMARK_TEXEL(unsigned char, uchar)
GRIDMARK_TEXEL(short, short)
GRIDMARK_TEXEL(unsigned short, ushort)
GRIDMARK_TEXEL(int, int)
GRIDMARK_TEXEL(unsigned int, uint)
GRIDMARK_TEXEL(float, float)
#undef GRIDMARK_CHANNEL
#undef GRIDMARK_TEXEL

}  // namespace gridmark::emulation

/// The format of an element type: int, uchar4, float2, ...
template <class T>
static inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using Texel = gridmark::emulation::Texel<T>;
  using Channel = gridmark::emulation::Channel<typename Texel::Element>;
  const int bits = Channel::bits;
  return cudaCreateChannelDesc(bits, Texel::channels > 1 ? bits : 0, Texel::channels > 2 ? bits : 0,
                               Texel::channels > 2 ? bits : 0, Channel::kind);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
static inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}
#endif  // __cplusplus
