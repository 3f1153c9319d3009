#pragma once
// mma.sync, ldmatrix, stmatrix.
//
// Theory of operation
// A warp's matrices are distributed over its lanes. The lanes meet, each with its registers, and the lowest
// one multiplies for all. One formula places the elements of every shape. Register r of A, which has e
// elements, holds in lane 4 * g + t row g + 8 * (r % 2) and columns (r / 2) * 4 * e + t * e + j. B is the
// same with rows for columns and no second row block. C and D have row g + 8 * (i / 2), column 2 * t + i % 2.
#include "gridmark/ptx/narrow_floats.h"
#include "gridmark/ptx/shared_window.h"
#include "gridmark/warp_together.h"

namespace gridmark::ptx {

/// Work of a whole warp: `together` gets the arguments of all 32 lanes.
template <class Arguments, void (*together)(Arguments**)>
constexpr emulation::WarpWork work_of(const char* name) {
  return {name, [](void* const* lanes, unsigned) {
            together(reinterpret_cast<Arguments**>(const_cast<void**>(lanes)));
          }};
}

template <int m_, int n_, int k_>
struct Shape {
  static constexpr int m = m_, n = n_, k = k_;
};
template <class M>
struct ShapeOf : Shape<0, 0, 0> {};
template <>
struct ShapeOf<m_m8n8k4> : Shape<8, 8, 4> {};
template <>
struct ShapeOf<m_m8n8k16> : Shape<8, 8, 16> {};
template <>
struct ShapeOf<m_m16n8k4> : Shape<16, 8, 4> {};
template <>
struct ShapeOf<m_m16n8k8> : Shape<16, 8, 8> {};
template <>
struct ShapeOf<m_m16n8k16> : Shape<16, 8, 16> {};
template <>
struct ShapeOf<m_m16n8k32> : Shape<16, 8, 32> {};

template <class T>
GRIDMARK_INTRINSIC T part_of(const Register& from, int j) {
  T value;
  __builtin_memcpy(&value, reinterpret_cast<const char*>(&from.bits) + j * static_cast<int>(sizeof(T)),
                   sizeof value);
  return value;
}
template <class T>
GRIDMARK_INTRINSIC auto number_of(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<int64_t>(value);
  else
    return static_cast<double>(widened(value));
}

template <int a_count, int b_count, int c_count>
struct MatrixArguments {
  Register a[a_count], b[b_count], c[c_count];
};

/// D = A * B + C of one warp. Products are summed in double (exactly, for integers), and rounded once.
template <class Shape, class D, class A, class B, class C, class Arguments>
void multiply_matrices(Arguments** lanes) {
  constexpr int element = sizeof(A) == 8 ? 1 : 4 / static_cast<int>(sizeof(A));
  using Number = decltype(number_of(A()));
  Number a[Shape::m][Shape::k], b[Shape::k][Shape::n];
  for (int lane = 0; lane < 32; ++lane) {
    const int g = lane / 4, t = lane % 4;
    for (int j = 0; j < element; ++j) {
      for (int r = 0; r < Shape::m * Shape::k / 32 / element; ++r) {
        const int row = Shape::m == 8 ? g : g + 8 * (r % 2), block = Shape::m == 8 ? r : r / 2;
        a[row][block * 4 * element + t * element + j] = number_of(part_of<A>(lanes[lane]->a[r], j));
      }
      for (int r = 0; r < Shape::k * Shape::n / 32 / element; ++r)
        b[r * 4 * element + t * element + j][g] = number_of(part_of<B>(lanes[lane]->b[r], j));
    }
  }
  for (int lane = 0; lane < 32; ++lane) {
    for (int i = 0; i < Shape::m * Shape::n / 32; ++i) {
      const int row = lane / 4 + 8 * (i / 2), column = 2 * (lane % 4) + i % 2;
      constexpr int packed = sizeof(C) == 2 ? 2 : 1;
      Register& cell = lanes[lane]->c[i / packed];
      Number sum = number_of(part_of<C>(cell, i % packed));
      for (int k = 0; k < Shape::k; ++k) sum += a[row][k] * b[k][column];
      D result;
      if constexpr (std::is_integral_v<D>)
        result = static_cast<D>(sum);
      else if constexpr (sizeof(D) == 8)
        result = sum;
      else
        result = narrowed<D>(static_cast<float>(sum));
      __builtin_memcpy(reinterpret_cast<char*>(&cell.bits) + i % packed * static_cast<int>(sizeof(D)),
                       &result, sizeof result);
    }
  }
}

/// mma.sync.aligned.SHAPE.row.col.D.A.B.C
template <class Sync, class Aligned, class ShapeName, class Row, class Column, class D, class A, class B,
          class C, int nd, int na, int nb, int nc>
GRIDMARK_INTRINSIC void multiply(Vector<nd> d, Vector<na> a, Vector<nb> b, Vector<nc> c) {
  using S = ShapeOf<ShapeName>;
  using AT = typename A::type;
  static_assert(
      S::m != 0 && std::is_same_v<Row, m_row> && std::is_same_v<Column, m_col> &&
          !(S::k == 4 && sizeof(AT) == 2),
      "this shape of mma does not run on the emulated device. Use m16n8k16 or m16n8k8 with .row.col");
  static_assert(na * (sizeof(AT) == 8 ? 8 : 4) * 32 == S::m * S::k * sizeof(AT) &&
                    nb * (sizeof(AT) == 8 ? 8 : 4) * 32 == S::k * S::n * sizeof(AT),
                "mma has the wrong number of registers for this shape and these types");
  MatrixArguments<na, nb, nc> mine;
  for (int i = 0; i < na; ++i) mine.a[i] = *a.parts[i];
  for (int i = 0; i < nb; ++i) mine.b[i] = *b.parts[i];
  for (int i = 0; i < nc; ++i) mine.c[i] = *c.parts[i];
  using Arguments = MatrixArguments<na, nb, nc>;
  static constexpr emulation::WarpWork work =
      work_of<Arguments,
              multiply_matrices<S, typename D::type, AT, typename B::type, typename C::type, Arguments>>(
          "mma.sync");
  emulation::work_together(0xffffffffu, &mine, &work);
  for (int i = 0; i < nd; ++i) d.parts[i]->bits = mine.c[i].bits;
}

template <class M>
constexpr bool is_matrix_modifier = !std::is_same_v<M, m_satfinite>;
template <class... Modifiers, int nd, int na, int nb, int nc>
GRIDMARK_INTRINSIC void i_mma(Vector<nd> d, Vector<na> a, Vector<nb> b, Vector<nc> c) {
  if constexpr (has<m_satfinite, Modifiers...>)
    GRIDMARK_PTX_REFUSE("mma without .satfinite only");
  else
    multiply<Modifiers...>(d, a, b, c);
}

struct MatrixRows {
  uint16_t* row;
  uint16_t part[4][2];
};
/// Place of element j of an 8 by 8 matrix in lane `lane`.
template <bool transposed>
GRIDMARK_INTRINSIC uint16_t* element(MatrixRows** lanes, int matrix, int lane, int j) {
  const int along = 2 * (lane % 4) + j, across = lane / 4;
  return lanes[8 * matrix + (transposed ? along : across)]->row + (transposed ? across : along);
}

template <int count, bool transposed>
void load_matrices(MatrixRows** lanes) {
  for (int matrix = 0; matrix < count; ++matrix)
    for (int lane = 0; lane < 32; ++lane)
      for (int j = 0; j < 2; ++j) lanes[lane]->part[matrix][j] = *element<transposed>(lanes, matrix, lane, j);
}
template <int count, bool transposed>
void store_matrices(MatrixRows** lanes) {
  for (int matrix = 0; matrix < count; ++matrix)
    for (int lane = 0; lane < 32; ++lane)
      for (int j = 0; j < 2; ++j) *element<transposed>(lanes, matrix, lane, j) = lanes[lane]->part[matrix][j];
}

/// Lanes 8 * i to 8 * i + 7 hold the addresses of matrix i's rows.
template <class... Modifiers, int count>
GRIDMARK_INTRINSIC void i_ldmatrix(Vector<count> to, Address row) {
  static_assert(count == (has<m_x4, Modifiers...>   ? 4
                          : has<m_x2, Modifiers...> ? 2
                                                    : 1),
                "ldmatrix has the wrong number of registers for its .x");
  MatrixRows mine{reinterpret_cast<uint16_t*>(from_window(row.value)), {}};
  static constexpr emulation::WarpWork work =
      work_of<MatrixRows, load_matrices<count, has<m_trans, Modifiers...>>>("ldmatrix.sync");
  emulation::work_together(0xffffffffu, &mine, &work);
  for (int i = 0; i < count; ++i)
    to.parts[i]->bits = static_cast<uint32_t>(mine.part[i][1]) << 16 | mine.part[i][0];
}
template <class... Modifiers, int count>
GRIDMARK_INTRINSIC void i_stmatrix(Address row, Vector<count> from) {
  MatrixRows mine{reinterpret_cast<uint16_t*>(from_window(row.value)), {}};
  for (int i = 0; i < count; ++i) {
    mine.part[i][0] = static_cast<uint16_t>(from.parts[i]->bits);
    mine.part[i][1] = static_cast<uint16_t>(from.parts[i]->bits >> 16);
  }
  static constexpr emulation::WarpWork work =
      work_of<MatrixRows, store_matrices<count, has<m_trans, Modifiers...>>>("stmatrix.sync");
  emulation::work_together(0xffffffffu, &mine, &work);
}

}  // namespace gridmark::ptx
