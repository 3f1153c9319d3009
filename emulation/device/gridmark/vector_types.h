#pragma once
// The short vectors (char1 ... double4) with CUDA's sizes and alignments, and dim3.
#define GRIDMARK_ALIGNED(bytes) __attribute__((aligned(bytes)))
// C files name these types without struct as well.
#define GRIDMARK_VECTORS(T, name, align2, align4) \
  struct name##1 {                                \
    T x;                                          \
  };                                              \
  struct GRIDMARK_ALIGNED(align2) name##2 {       \
    T x, y;                                       \
  };                                              \
  struct name##3 {                                \
    T x, y, z;                                    \
  };                                              \
  struct GRIDMARK_ALIGNED(align4) name##4 {       \
    T x, y, z, w;                                 \
  };                                              \
  typedef struct name##1 name##1;                 \
  typedef struct name##2 name##2;                 \
  typedef struct name##3 name##3;                 \
  typedef struct name##4 name##4;

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

// CUDA 13's vectors of four 8-byte elements, whose names contain their alignment.
#define GRIDMARK_WIDE_VECTORS(T, name)      \
  struct GRIDMARK_ALIGNED(16) name##4_16a { \
    T x, y, z, w;                           \
  };                                        \
  struct GRIDMARK_ALIGNED(32) name##4_32a { \
    T x, y, z, w;                           \
  };                                        \
  typedef struct name##4_16a name##4_16a;   \
  typedef struct name##4_32a name##4_32a;
GRIDMARK_WIDE_VECTORS(long, long)
GRIDMARK_WIDE_VECTORS(unsigned long, ulong)
GRIDMARK_WIDE_VECTORS(long long, longlong)
GRIDMARK_WIDE_VECTORS(unsigned long long, ulonglong)
GRIDMARK_WIDE_VECTORS(double, double)
#undef GRIDMARK_WIDE_VECTORS
#undef GRIDMARK_ALIGNED

struct dim3 {
  unsigned int x, y, z;
#ifdef __cplusplus
  constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1) : x(x_), y(y_), z(z_) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
#endif
};
typedef struct dim3 dim3;
