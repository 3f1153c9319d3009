#pragma once
// The short vectors (char1 ... double4) with CUDA's sizes and alignments, and dim3.
#define GRIDMARK_VECTORS(T, name, align2, align4) \
  struct name##1 {                                \
    T x;                                          \
  };                                              \
  struct alignas(align2) name##2 {                \
    T x, y;                                       \
  };                                              \
  struct name##3 {                                \
    T x, y, z;                                    \
  };                                              \
  struct alignas(align4) name##4 {                \
    T x, y, z, w;                                 \
  };

GRIDMARK_VECTORS(signed char, char, 2, 4)
GRIDMARK_VECTORS(unsigned char, uchar, 2, 4)
GRIDMARK_VECTORS(short, short, 4, 8)
GRIDMARK_VECTORS(unsigned short, ushort, 4, 8)
GRIDMARK_VECTORS(int, int, 8, 16)
GRIDMARK_VECTORS(unsigned int, uint, 8, 16)
GRIDMARK_VECTORS(long, long, 16, 16)
GRIDMARK_VECTORS(unsigned long, ulong, 16, 16)
GRIDMARK_VECTORS(long long, longlong, 16, 16)
GRIDMARK_VECTORS(unsigned long long, ulonglong, 16, 16)
GRIDMARK_VECTORS(float, float, 8, 16)
GRIDMARK_VECTORS(double, double, 16, 16)
#undef GRIDMARK_VECTORS

// CUDA 13's four of eight bytes each, whose names say their alignment.
#define GRIDMARK_WIDE_VECTORS(T, name) \
  struct alignas(16) name##4_16a {     \
    T x, y, z, w;                      \
  };                                   \
  struct alignas(32) name##4_32a {     \
    T x, y, z, w;                      \
  };
GRIDMARK_WIDE_VECTORS(long, long)
GRIDMARK_WIDE_VECTORS(unsigned long, ulong)
GRIDMARK_WIDE_VECTORS(long long, longlong)
GRIDMARK_WIDE_VECTORS(unsigned long long, ulonglong)
GRIDMARK_WIDE_VECTORS(double, double)
#undef GRIDMARK_WIDE_VECTORS

struct dim3 {
  unsigned int x, y, z;
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};
