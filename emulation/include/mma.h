#pragma once
// Matrix multiplication by warps: nvcuda::wmma.
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device begin
#endif
#include "gridmark/matrix_fragment.h"
#include "gridmark/matrix_multiply.h"

namespace nvcuda {
namespace wmma {

namespace gridmark_detail = ::gridmark::emulation::fragments;

/// Fills A or B from p. `ldm` elements lie between the starts of two rows (columns, in col_major).
template <class Use, int m, int n, int k, class T, class Layout>
GRIDMARK_INTRINSIC void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& to,
                                         const typename ::gridmark::emulation::fragments::Storage<T>::type* p,
                                         unsigned ldm) {
  using Fragment = fragment<Use, m, n, k, T, Layout>;
  constexpr int unique = Fragment::gridmark_unique, element = sizeof(to.x[0]);
  constexpr int line =
      gridmark_detail::IsRowMajor<Layout>::value ? Fragment::gridmark_columns : Fragment::gridmark_rows;
  constexpr int piece = unique * element < 16 ? unique : 16 / element;  // size of one load
  const int first = gridmark_detail::lane_index() * unique;
  gridmark_detail::come_together();
  for (int i = 0; i < unique; i += piece) {
    const int at = first + i;
    __builtin_memcpy(to.x + i, p + static_cast<size_t>(at / line) * ldm + at % line, piece * element);
  }
  if (Fragment::num_elements > unique)
    for (int i = unique; i < Fragment::num_elements; ++i) to.x[i] = to.x[i % unique];
}

/// Fills an accumulator from p.
template <int m, int n, int k, class T>
GRIDMARK_INTRINSIC void load_matrix_sync(fragment<accumulator, m, n, k, T>& to, const T* p, unsigned ldm,
                                         layout_t layout) {
  const int lane = gridmark_detail::lane_index();
  gridmark_detail::come_together();
  for (int i = 0; i < to.gridmark_unique; i += 2) {
    const auto place = gridmark_detail::accumulator_place<m>(lane, i);
    if (layout == mem_row_major) {
      __builtin_memcpy(to.x + i, p + static_cast<size_t>(place.row) * ldm + place.column, 2 * sizeof(T));
    } else {
      to.x[i] = p[static_cast<size_t>(place.column) * ldm + place.row];
      to.x[i + 1] = p[static_cast<size_t>(place.column + 1) * ldm + place.row];
    }
  }
}

template <int m, int n, int k, class T>
GRIDMARK_INTRINSIC void store_matrix_sync(T* p, const fragment<accumulator, m, n, k, T>& from, unsigned ldm,
                                          layout_t layout) {
  const int lane = gridmark_detail::lane_index();
  for (int i = 0; i < from.gridmark_unique; i += 2) {
    const auto place = gridmark_detail::accumulator_place<m>(lane, i);
    if (layout == mem_row_major) {
      __builtin_memcpy(p + static_cast<size_t>(place.row) * ldm + place.column, from.x + i, 2 * sizeof(T));
    } else {
      p[static_cast<size_t>(place.column) * ldm + place.row] = from.x[i];
      p[static_cast<size_t>(place.column + 1) * ldm + place.row] = from.x[i + 1];
    }
  }
  gridmark_detail::come_together();
}

/// Sets all elements to `value`.
template <class Use, int m, int n, int k, class T, class Layout>
GRIDMARK_INTRINSIC void fill_fragment(
    fragment<Use, m, n, k, T, Layout>& to,
    const typename ::gridmark::emulation::Same<
        typename ::gridmark::emulation::fragments::Storage<T>::type>::type& value) {
  const auto copy = value;
  for (int i = 0; i < to.num_elements; ++i) to.x[i] = copy;
}

/// d = a * b + c. Only bytes have `satf`, which clamps a sum to int. Without it the sum wraps.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C, class D>
GRIDMARK_INTRINSIC void mma_sync(fragment<accumulator, m, n, k, D>& d,
                                 const fragment<matrix_a, m, n, k, T, LayoutA>& a,
                                 const fragment<matrix_b, m, n, k, T, LayoutB>& b,
                                 const fragment<accumulator, m, n, k, C>& c, bool satf = false) {
  static_assert(gridmark_detail::Goes<T, C>::value && gridmark_detail::Goes<T, D>::value,
                "wmma::mma_sync: CUDA has no such accumulator for factors of this type");
  using Multiplier = gridmark_detail::Multiplier<D, C, m, n, k, T, LayoutA, LayoutB>;
  typename Multiplier::Call call{&a, &b, &c, &d, satf};
  ::gridmark::emulation::work_together(::gridmark::emulation::whole_warp, &call, Multiplier::work());
}

/// Rounds to the 10 bits of fraction that tensor cores use of a tf32. Ties go away from zero.
GRIDMARK_INTRINSIC float __float_to_tf32(float value) {
  const unsigned bits = ::gridmark::emulation::bits_of_float(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return ::gridmark::emulation::float_of_bits(0x7fffffffu);
  if ((bits & 0x7fffffffu) == 0x7f800000u) return value;
  return ::gridmark::emulation::float_of_bits((bits + 0x1000u) & 0xffffe000u);
}

/// Refused at the call, because its fragments do not exist here.
template <class... Fragments>
void bmma_sync(Fragments&&...) {
  static_assert(sizeof...(Fragments) == 0,
                "wmma::experimental::bmma_sync (1-bit elements) does not run on the emulated device: use "
                "__popc of the words' xor or and");
}
namespace experimental {
using wmma::bmma_sync;
}

}  // namespace wmma
}  // namespace nvcuda
#ifdef GRIDMARK_SYNTAX_PASS
#pragma clang force_cuda_host_device end
#endif
