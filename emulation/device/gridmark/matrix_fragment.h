#pragma once
// Fragments of nvcuda::wmma: their shapes, and the elements of each lane.
//
// Theory of operation
// A matrix of r x c elements is distributed over the 32 lanes of a warp, r * c / 32 elements per lane. A and
// B use the order of memory: lane l holds elements l * n ... l * n + n - 1 of the rows (or columns) laid end
// to end, so that a lane loads its part in one piece. Accumulators use the hardware's order: tiles of 8 x 8,
// where lane 4 * g + t has row g and columns 2 * t and 2 * t + 1. All accumulators of a shape have the same
// layout for every type, so arithmetic element by element between them is correct. For half, CUDA has 16
// places per lane for A and B although 8 are enough. The second 8 are a copy.
#include <stdint.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "gridmark/warp.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
}  // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}  // namespace experimental

}  // namespace wmma
}  // namespace nvcuda

namespace gridmark {
namespace emulation {
namespace fragments {

using namespace nvcuda::wmma;

template <class T>
struct Storage {
  using type = T;
};
template <>
struct Storage<precision::tf32> {
  using type = float;
};

template <class T>
struct IsSubByte {
  static constexpr bool value = false;
};
template <>
struct IsSubByte<experimental::precision::u4> {
  static constexpr bool value = true;
};
template <>
struct IsSubByte<experimental::precision::s4> : IsSubByte<experimental::precision::u4> {};
template <>
struct IsSubByte<experimental::precision::b1> : IsSubByte<experimental::precision::u4> {};

/// The role of an element type: a factor of `shape`, or its accumulator.
enum class Shape { wide, tf32, real64, none };
template <int m, int n, int k>
constexpr Shape shape_of() {
  return k == 16 && m * n == 256 && (m == 16 || m == 32 || m == 8) ? Shape::wide
         : k == 8 && m == 16 && n == 16                            ? Shape::tf32
         : k == 4 && m == 8 && n == 8                              ? Shape::real64
                                                                   : Shape::none;
}
template <class T>
struct Role {
  static constexpr Shape factor = Shape::none;
  static constexpr bool accumulates(Shape) { return false; }
};
#define GRIDMARK_FACTOR(T, factor_shape)                       \
  template <>                                                  \
  struct Role<T> {                                             \
    static constexpr Shape factor = Shape::factor_shape;       \
    static constexpr bool accumulates(Shape) { return false; } \
  };
GRIDMARK_FACTOR(__nv_bfloat16, wide)
GRIDMARK_FACTOR(signed char, wide)
GRIDMARK_FACTOR(unsigned char, wide)
GRIDMARK_FACTOR(precision::tf32, tf32)
#undef GRIDMARK_FACTOR
template <>
struct Role<__half> {
  static constexpr Shape factor = Shape::wide;
  static constexpr bool accumulates(Shape shape) { return shape == Shape::wide; }
};
template <>
struct Role<int> {
  static constexpr Shape factor = Shape::none;
  static constexpr bool accumulates(Shape shape) { return shape == Shape::wide; }
};
template <>
struct Role<float> {
  static constexpr Shape factor = Shape::none;
  static constexpr bool accumulates(Shape shape) { return shape == Shape::wide || shape == Shape::tf32; }
};
template <>
struct Role<double> {
  static constexpr Shape factor = Shape::real64;
  static constexpr bool accumulates(Shape shape) { return shape == Shape::real64; }
};

/// Number of places that CUDA has per lane for `unique` elements.
template <class T>
constexpr int places(int unique) {
  return unique;
}
template <>
constexpr int places<__half>(int) {
  return 16;
}

/// The elements of one lane. `rows` and `columns` are the matrix's. `unique` of the places count.
template <class T, int rows_, int columns_, int size>
struct __attribute__((aligned(8))) Base {
  using element_type = T;
  using storage_element_type = typename Storage<T>::type;
  enum { num_elements = size, num_storage_elements = size };
  storage_element_type x[size];

  static constexpr int gridmark_rows = rows_, gridmark_columns = columns_,
                       gridmark_unique = rows_ * columns_ / 32;
};

/// Row and column of element i of a lane.
struct Place {
  int row, column;
};
template <int rows>
GRIDMARK_INTRINSIC constexpr Place accumulator_place(int lane, int i) {
  return {lane / 4 + i / 2 % (rows / 8) * 8, lane % 4 * 2 + i % 2 + i / 2 / (rows / 8) * 8};
}

GRIDMARK_INTRINSIC int lane_index() {
  return static_cast<int>((threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32);
}
/// The lanes wait for each other. This does not order their accesses to memory.
GRIDMARK_INTRINSIC void come_together() { vote(WarpOperation::all, whole_warp, 1); }

}  // namespace fragments
}  // namespace emulation
}  // namespace gridmark

namespace nvcuda {
namespace wmma {

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static_assert(!::gridmark::emulation::fragments::IsSubByte<T>::value,
                "wmma::fragment of 4-bit or 1-bit elements (nvcuda::wmma::experimental) does not run on the "
                "emulated device: use signed char or unsigned char");
  static_assert(sizeof(T) == 0, "wmma::fragment: no such use of a matrix");
};
#define GRIDMARK_FACTOR(use, rows, columns, layout)                                                         \
  template <int m, int n, int k, class T>                                                                   \
  class fragment<use, m, n, k, T, layout>                                                                   \
      : public ::gridmark::emulation::fragments::Base<                                                      \
            T, rows, columns, ::gridmark::emulation::fragments::places<T>(rows * columns / 32)> {           \
    static_assert(!::gridmark::emulation::fragments::IsSubByte<T>::value,                                   \
                  "wmma::fragment of 4-bit or 1-bit elements (nvcuda::wmma::experimental) does not run on " \
                  "the emulated device: use signed char or unsigned char");                                 \
    static_assert(::gridmark::emulation::fragments::Role<T>::factor ==                                      \
                      ::gridmark::emulation::fragments::shape_of<m, n, k>(),                                \
                  "wmma::fragment: CUDA has no matrix of this type in this shape");                         \
  };
GRIDMARK_FACTOR(matrix_a, m, k, row_major)
GRIDMARK_FACTOR(matrix_a, m, k, col_major)
GRIDMARK_FACTOR(matrix_b, k, n, row_major)
GRIDMARK_FACTOR(matrix_b, k, n, col_major)
#undef GRIDMARK_FACTOR

template <int m, int n, int k, class T>
class fragment<accumulator, m, n, k, T, void>
    : public ::gridmark::emulation::fragments::Base<T, m, n, m * n / 32> {
  static_assert(k != 32 && k != 128,
                "wmma::fragment of 4-bit or 1-bit elements (nvcuda::wmma::experimental) does not run on the "
                "emulated device: use signed char or unsigned char");
  static_assert(::gridmark::emulation::fragments::Role<T>::accumulates(
                    ::gridmark::emulation::fragments::shape_of<m, n, k>()),
                "wmma::fragment: CUDA has no accumulator of this type in this shape");
};

}  // namespace wmma
}  // namespace nvcuda
