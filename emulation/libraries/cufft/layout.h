#pragma once
// Transforms of one to three dimensions in the memory layout of cuFFT.
#include <cstddef>
#include <vector>

#include "cufftXt.h"

namespace gridmark::fourier {

/// The layout of one array in memory, in elements of its type.
struct Array {
  std::vector<std::size_t>
      sizes;  ///< the innermost last, which is n/2 + 1 for the complex side of a real transform
  std::vector<std::size_t> strides;  ///< from one index to the next
  std::size_t distance = 0;          ///< from one transform of the batch to the next

  std::size_t elements() const;                 ///< of one transform
  std::size_t extent(std::size_t batch) const;  ///< from the first element to behind the last
};

/// The layout for which a plan was made.
struct Layout {
  std::vector<std::size_t> sizes;  ///< of the transform, the innermost last
  cufftType type = CUFFT_C2C;
  std::size_t batch = 1;
  bool is_basic = true;  ///< tightly packed: the real side of a transform in place then has its rows padded
  std::vector<std::size_t> input_embed, output_embed;
  std::size_t input_stride = 1, input_distance = 0, output_stride = 1, output_distance = 0;

  bool input_is_real() const { return type == CUFFT_R2C || type == CUFFT_D2Z; }
  bool output_is_real() const { return type == CUFFT_C2R || type == CUFFT_Z2D; }
  bool is_double() const { return type == CUFFT_D2Z || type == CUFFT_Z2D || type == CUFFT_Z2Z; }
  Array input(bool in_place) const;
  Array output(bool in_place) const;
  std::size_t input_element_bytes() const;
  std::size_t output_element_bytes() const;
};

/// A device function of the program that reads or writes elements in place of memory. Null for none.
struct Callback {
  void* function = nullptr;
  void* information = nullptr;
};

/// Floating-point operations of the complete batch, as FFTs are counted: 5 n log2(n), or half of it if one
/// side is real.
double operations(const Layout& layout);

/// in, out  in the format of the layout. They can be the same
/// sign     -1 forward, +1 backward. Real transforms ignore it
void transform(const Layout& layout, void* in, void* out, int sign, Callback load, Callback store);

}  // namespace gridmark::fourier
