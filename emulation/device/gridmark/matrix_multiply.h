#pragma once
// One warp's D = A * B + C of fragments.
//
// The products are exact and are added to C one after the other with rising k, in float. For bytes they are
// added in int before C, and for double they are fused. The sum is rounded once to D's type. Tensor cores add
// several products at a time and truncate where this rounds, so the last bits of a float result may differ
// from theirs.
#include <string.h>

#include "gridmark/matrix_fragment.h"
#include "gridmark/warp_together.h"

#ifdef GRIDMARK_COUNTED
#define GRIDMARK_OFF_THE_COUNT __attribute__((noinline, no_sanitize("thread")))
#else
#define GRIDMARK_OFF_THE_COUNT __attribute__((noinline))
#endif

namespace gridmark {
namespace emulation {
namespace fragments {

/// The number type that products of T are computed in.
template <class T>
struct Number {
  using type = float;
};
template <>
struct Number<signed char> {
  using type = int;
};
template <>
struct Number<unsigned char> {
  using type = int;
};
template <>
struct Number<double> {
  using type = double;
};

GRIDMARK_INTRINSIC float read_as(precision::tf32*, float value) {  // the lower bits are ignored
  return float_of_bits(bits_of_float(value) & 0xffffe000u);
}
GRIDMARK_INTRINSIC float read_as(__half*, __half value) { return widened(value); }
GRIDMARK_INTRINSIC float read_as(__nv_bfloat16*, __nv_bfloat16 value) { return widened(value); }
template <class T>
GRIDMARK_INTRINSIC T read_as(T*, T value) {
  return value;
}

/// sums[row] += a[row][...] * b[...], by whole rows, which the compiler makes vectors of.
template <class Number, int m, int n, int k>
GRIDMARK_INTRINSIC void add_products(Number (&sums)[m][n], const Number (&a)[m][k], const Number (&b)[k][n]) {
  typedef Number Row __attribute__((vector_size(n * sizeof(Number)), aligned(16)));
  for (int row = 0; row < m; ++row) {
    Row sum;
    __builtin_memcpy(&sum, sums[row], sizeof sum);
    for (int inner = 0; inner < k; ++inner) {
      Row factors;
      __builtin_memcpy(&factors, b[inner], sizeof factors);
      sum += a[row][inner] * factors;
    }
    __builtin_memcpy(sums[row], &sum, sizeof sum);
  }
}
/// Fused, as the device's matrix instruction for double is.
GRIDMARK_INTRINSIC void add_products(double (&sums)[8][8], const double (&a)[8][4], const double (&b)[4][8]) {
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column)
      for (int inner = 0; inner < 4; ++inner)
        sums[row][column] = __builtin_fma(a[row][inner], b[inner][column], sums[row][column]);
}

/// Writes a sum as D's type. `satf`, which only bytes have, clamps it to int.
GRIDMARK_INTRINSIC void write_sum(__half& to, float, float sum, bool) { to = narrowed_half(sum); }
GRIDMARK_INTRINSIC void write_sum(float& to, float, float sum, bool) { to = sum; }
GRIDMARK_INTRINSIC void write_sum(double& to, double, double sum, bool) { to = sum; }
/// The sum of `products`, which fits an int, and the addend.
GRIDMARK_INTRINSIC void write_sum(int& to, int addend, int products, bool satf) {
  constexpr long long top = 0x7fffffff;
  long long sum = static_cast<long long>(addend) + products;
  if (satf) sum = sum > top ? top : sum < -top - 1 ? -top - 1 : sum;
  to = static_cast<int>(static_cast<unsigned>(sum));
}

template <class A, class B, class C, class D>
struct Multiplication {
  const A* a;
  const B* b;
  const C* c;
  D* d;
  bool satf;
};

template <class Layout>
struct IsRowMajor {
  static constexpr bool value = false;
};
template <>
struct IsRowMajor<row_major> {
  static constexpr bool value = true;
};

template <class D, class C, int m, int n, int k, class T, class LayoutA, class LayoutB>
struct Multiplier {
  using FragmentA = fragment<matrix_a, m, n, k, T, LayoutA>;
  using FragmentB = fragment<matrix_b, m, n, k, T, LayoutB>;
  using FragmentC = fragment<accumulator, m, n, k, C>;
  using FragmentD = fragment<accumulator, m, n, k, D>;
  using Call = Multiplication<FragmentA, FragmentB, FragmentC, FragmentD>;
  using Factor = typename Number<T>::type;

  /// A lane's part of a factor, put into a row-major matrix of numbers.
  template <class Layout, int rows, int columns, class Fragment>
  GRIDMARK_INTRINSIC void spread(const Fragment& from, int lane, Factor (&to)[rows][columns]) {
    for (int i = 0; i < Fragment::gridmark_unique; ++i) {
      const int at = lane * Fragment::gridmark_unique + i;
      const bool by_rows = IsRowMajor<Layout>::value;
      to[by_rows ? at / columns : at % rows][by_rows ? at % columns : at / rows] =
          static_cast<Factor>(read_as(static_cast<T*>(nullptr), from.x[i]));
    }
  }

  GRIDMARK_OFF_THE_COUNT static void run(void* const* lanes, unsigned) {
    constexpr bool integral = static_cast<Factor>(0.5) == 0;
    alignas(16) Factor a[m][k], b[k][n], sum[m][n], addend[m][n];
    for (int lane = 0; lane < 32; ++lane) {
      const Call& call = *static_cast<const Call*>(lanes[lane]);
      spread<LayoutA>(*call.a, lane, a);
      spread<LayoutB>(*call.b, lane, b);
      for (int i = 0; i < FragmentC::gridmark_unique; ++i) {
        const Place place = accumulator_place<m>(lane, i);
        const Factor value = static_cast<Factor>(read_as(static_cast<C*>(nullptr), call.c->x[i]));
        addend[place.row][place.column] = value;
        sum[place.row][place.column] = integral ? Factor(0) : value;
      }
    }
    add_products(sum, a, b);
    for (int lane = 0; lane < 32; ++lane) {
      const Call& call = *static_cast<const Call*>(lanes[lane]);
      for (int i = 0; i < FragmentD::gridmark_unique; ++i) {
        const Place place = accumulator_place<m>(lane, i);
        write_sum(call.d->x[i], addend[place.row][place.column], sum[place.row][place.column], call.satf);
      }
    }
  }
  static const WarpWork* work() {
    static constexpr WarpWork multiply{"wmma::mma_sync", run};
    return &multiply;
  }
};

/// The accumulators for a type of factors, for C and D alike.
template <class T, class Accumulator>
struct Goes {
  static constexpr bool value = false;
};
#define GRIDMARK_GOES(T, Accumulator)   \
  template <>                           \
  struct Goes<T, Accumulator> {         \
    static constexpr bool value = true; \
  };
GRIDMARK_GOES(__half, __half)
GRIDMARK_GOES(__half, float)
GRIDMARK_GOES(__nv_bfloat16, float)
GRIDMARK_GOES(precision::tf32, float)
GRIDMARK_GOES(signed char, int)
GRIDMARK_GOES(unsigned char, int)
GRIDMARK_GOES(double, double)
#undef GRIDMARK_GOES

}  // namespace fragments
}  // namespace emulation
}  // namespace gridmark
#undef GRIDMARK_OFF_THE_COUNT
