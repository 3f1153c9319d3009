// Texture fetches as CUDA defines them: coordinates, address modes, filtering, conversion.
//
// Theory of operation
// A coordinate gives one index (point) or two with a weight (linear). Each index outside is brought inside or
// marked as border, which has the same effect as wrapping the coordinate. Weights have 8 fractional bits, as
// on the hardware, so that interpolated values are equal.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <set>

#include "emulation/engine/observer.h"
#include "emulation/runtime/arrays.h"
#include "emulation/runtime/device_memory.h"
#include "emulation/runtime/last_error.h"
#include "emulation/runtime/texture_objects.h"
#include "gridmark/textures.h"

namespace gridmark::emulation {
namespace {

constexpr int border = -1;

int positive_modulo(int value, int size) {
  const int rest = value % size;
  return rest < 0 ? rest + size : rest;
}

/// Brings an index inside, or returns `border`.
int inside(int index, int size, cudaTextureAddressMode mode) {
  if (index >= 0 && index < size) return index;
  switch (mode) {
    case cudaAddressModeWrap:
      return positive_modulo(index, size);
    case cudaAddressModeMirror: {
      const int place = positive_modulo(index, 2 * size);
      return place < size ? place : 2 * size - 1 - place;
    }
    case cudaAddressModeBorder:
      return border;
    default:
      return std::clamp(index, 0, size - 1);
  }
}

/// Far coordinates must not overflow an index.
int to_index(float floored) { return static_cast<int>(std::clamp(floored, -1e9f, 1e9f)); }

/// std::floor, which would be a call into the C library on the oldest x86-64.
float floored(float value) {
  if (!(std::fabs(value) < 1e6f)) return std::floor(value);
  const auto whole = static_cast<float>(static_cast<int>(value));
  return whole > value ? whole - 1 : whole;
}

/// The one or two elements for a coordinate along one dimension.
struct Taps {
  int index[2];
  float weight[2];
  int count;
};

Taps taps_of(float coordinate, int size, cudaTextureAddressMode mode, const TextureState& texture) {
  if (std::isnan(coordinate)) coordinate = 0;
  const bool normalized = texture.description.normalizedCoords;
  if (!normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
    mode = cudaAddressModeClamp;
  const float at = normalized ? coordinate * static_cast<float>(size) : coordinate;
  if (texture.description.filterMode == cudaFilterModePoint)
    return {{inside(to_index(floored(at)), size, mode), 0}, {1, 0}, 1};
  const float before = at - 0.5f, low = floored(before);
  const float weight = floored((before - low) * 256 + 0.5f) / 256;
  const int index = to_index(low);
  return {{inside(index, size, mode), inside(index + 1, size, mode)}, {1 - weight, weight}, 2};
}

float from_half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  const float sign = bits & 0x8000 ? -1.f : 1.f;
  if (exponent == 31) return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(static_cast<float>(1024 + fraction), exponent - 25)
                          : std::ldexp(static_cast<float>(fraction), -24));
}

template <class T>
T read(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

int integer_at(const char* from, int bits, bool is_signed) {
  if (bits == 8) return is_signed ? read<std::int8_t>(from) : read<std::uint8_t>(from);
  if (bits == 16) return is_signed ? read<std::int16_t>(from) : read<std::uint16_t>(from);
  return read<std::int32_t>(from);
}

/// A fetch, and its place in the program.
struct Fetch {
  const TextureState& texture;
  const void* caller;
};

/// Missing channels read as 0. Only alpha would differ, and it is not read in that case.
FetchedTexel texel_at(const Fetch& fetch, const char* element) {
  const TextureState& texture = fetch.texture;
  if (observer) observer->texture_fetched(element, texture.element_bytes, fetch.caller);
  FetchedTexel texel{texture.reads_floats, {}, {}};
  const int bits = texture.format.x;
  if (texture.channels == 1 && bits == 32 && texture.format.f == cudaChannelFormatKindFloat) {
    texel.real[0] = read<float>(element);
    return texel;
  }
  const bool is_signed = texture.format.f == cudaChannelFormatKindSigned;
  for (int i = 0; i < texture.channels; ++i, element += bits / 8) {
    if (texture.format.f == cudaChannelFormatKindFloat) {
      texel.real[i] = bits == 16 ? from_half(read<std::uint16_t>(element)) : read<float>(element);
      continue;
    }
    texel.integer[i] = integer_at(element, bits, is_signed);
    const auto value = static_cast<float>(texel.integer[i]);
    const auto most = static_cast<float>((1 << (is_signed ? bits - 1 : bits)) - 1);
    if (texture.reads_floats) texel.real[i] = is_signed ? std::max(value / most, -1.f) : value / most;
  }
  return texel;
}

FetchedTexel border_texel(const TextureState& texture) {
  FetchedTexel texel{texture.reads_floats, {}, {}};
  for (int i = 0; i < texture.channels; ++i) {
    texel.real[i] = texture.description.borderColor[i];
    texel.integer[i] = static_cast<int>(texture.description.borderColor[i]);
  }
  return texel;
}

FetchedTexel element_at(const Fetch& fetch, int x, int y, int z) {
  const TextureState& texture = fetch.texture;
  if (x == border || y == border || z == border) return border_texel(texture);
  const char* element = texture.memory.start + static_cast<std::size_t>(z) * texture.memory.slice +
                        static_cast<std::size_t>(y) * texture.memory.pitch +
                        static_cast<std::size_t>(x) * texture.element_bytes;
  return texel_at(fetch, element);
}

FetchedTexel filtered(const Fetch& fetch, const Taps& x, const Taps& y, const Taps& z) {
  if (x.count == 1) return element_at(fetch, x.index[0], y.index[0], z.index[0]);
  FetchedTexel sum{true, {}, {}};
  for (int k = 0; k < z.count; ++k)
    for (int j = 0; j < y.count; ++j)
      for (int i = 0; i < x.count; ++i) {
        const float weight = x.weight[i] * y.weight[j] * z.weight[k];
        if (weight == 0) continue;
        const FetchedTexel texel = element_at(fetch, x.index[i], y.index[j], z.index[k]);
        for (int c = 0; c < fetch.texture.channels; ++c) sum.real[c] += weight * texel.real[c];
      }
  return sum;
}

/// The most frequent case: the nearest element of two dimensions, at a place inside. Null for all others.
const char* nearest_inside(const TextureState& texture, float x, float y) {
  if (texture.description.filterMode != cudaFilterModePoint) return nullptr;
  const auto width = static_cast<float>(texture.width), height = static_cast<float>(texture.height);
  if (texture.description.normalizedCoords) x *= width, y *= height;
  if (!(x >= 0 && x < width && y >= 0 && y < height)) return nullptr;
  return texture.memory.start + static_cast<std::size_t>(y) * texture.memory.pitch +
         static_cast<std::size_t>(x) * texture.element_bytes;
}

struct CubePlace {
  int face;
  float s, t;  ///< 0 to 1
};

/// The side of a cube that a direction hits.
CubePlace cube_place(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  const auto place = [](int face, float s, float t, float m) {
    return CubePlace{face, (s / m + 1) / 2, (t / m + 1) / 2};
  };
  if (ax >= ay && ax >= az) return x >= 0 ? place(0, -z, -y, ax) : place(1, z, -y, ax);
  if (ay >= az) return y >= 0 ? place(2, x, z, ay) : place(3, x, -z, ay);
  return z >= 0 ? place(4, x, -y, az) : place(5, -x, -y, az);
}

}  // namespace

FetchedTexel fetch_linear_memory(cudaTextureObject_t handle, int x) {
  const TextureState& texture = *texture_of(handle);
  const Fetch fetch{texture, __builtin_return_address(0)};
  if (x < 0 || x >= texture.width) return FetchedTexel{texture.reads_floats, {}, {}};
  return texel_at(fetch, texture.memory.start + static_cast<std::size_t>(x) * texture.element_bytes);
}

FetchedTexel fetch_texture(cudaTextureObject_t handle, TextureShape shape, float x, float y, float z,
                           int layer) {
  const TextureState& texture = *texture_of(handle);
  const Fetch fetch{texture, __builtin_return_address(0)};
  const cudaTextureAddressMode* modes = texture.description.addressMode;
  constexpr Taps only{{0, 0}, {1, 0}, 1};
  const auto slice = [&](int index) { return Taps{{std::clamp(index, 0, texture.depth - 1), 0}, {1, 0}, 1}; };
  const auto along_x = [&](float at) { return taps_of(at, texture.width, modes[0], texture); };
  const auto along_y = [&](float at) { return taps_of(at, texture.height, modes[1], texture); };
  switch (shape) {
    case TextureShape::line:
      return filtered(fetch, along_x(x), only, only);
    case TextureShape::flat:
      if (const char* element = nearest_inside(texture, x, y)) return texel_at(fetch, element);
      return filtered(fetch, along_x(x), along_y(y), only);
    case TextureShape::deep:
      return filtered(fetch, along_x(x), along_y(y), taps_of(z, texture.depth, modes[2], texture));
    case TextureShape::line_layers:
      return filtered(fetch, along_x(x), only, slice(layer));
    case TextureShape::flat_layers:
      return filtered(fetch, along_x(x), along_y(y), slice(layer));
    case TextureShape::cube:
    case TextureShape::cube_layers:
      break;
  }
  // Directions mean the same with and without normalised coordinates.
  const CubePlace place = cube_place(x, y, z);
  const float scale = texture.description.normalizedCoords ? 1.f : static_cast<float>(texture.width);
  const auto edge = [&](float at) {
    return taps_of(at * scale, texture.width, cudaAddressModeClamp, texture);
  };
  return filtered(fetch, edge(place.s), edge(place.t), slice(layer * 6 + place.face));
}

char* surface_element(cudaSurfaceObject_t handle, TextureShape, int x_bytes, int y, int z, unsigned bytes,
                      cudaSurfaceBoundaryMode mode) {
  const TextureState& surface = *texture_of(handle);
  const auto row = static_cast<long>(surface.element_bytes) * surface.width;
  const bool is_inside = x_bytes >= 0 && x_bytes + static_cast<long>(bytes) <= row && y >= 0 &&
                         y < surface.height && z >= 0 && z < surface.depth;
  if (!is_inside && mode == cudaBoundaryModeZero) return nullptr;
  if (!is_inside && mode != cudaBoundaryModeClamp) __builtin_trap();
  const long x = std::clamp(static_cast<long>(x_bytes), 0L, std::max(0L, row - static_cast<long>(bytes)));
  return surface.memory.start +
         static_cast<std::size_t>(std::clamp(z, 0, surface.depth - 1)) * surface.memory.slice +
         static_cast<std::size_t>(std::clamp(y, 0, surface.height - 1)) * surface.memory.pitch + x;
}

}  // namespace gridmark::emulation
