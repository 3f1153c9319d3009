#pragma once
// Transforms of one to three dimensions in memory as cuFFT lays it out.
#include <cstddef>
#include <vector>

#include "cufftXt.h"

namespace gridmark::fourier {

/// How one array lies in memory; all in elements of its type.
struct Array {
  std::vector<std::size_t>
      sizes;  ///< the innermost last; n/2 + 1 there for the complex side of a real transform
  std::vector<std::size_t> strides;  ///< from one index to the next
  std::size_t distance = 0;          ///< from one transform of the batch to the next

  std::size_t elements() const;                 ///< of one transform
  std::size_t extent(std::size_t batch) const;  ///< from the first element to behind the last
};

/// What a plan was made for.
struct Layout {
  std::vector<std::size_t> sizes;  ///< of the transform, the innermost last
  cufftType type = CUFFT_C2C;
  std::size_t batch = 1;
  bool is_basic = true;  ///< tightly packed; then the real side of a transform in place has its rows padded
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

/// A device function of the program that gives or takes elements in memory's stead; null for none.
struct Callback {
  void* function = nullptr;
  void* information = nullptr;
};

/// Floating-point operations of the whole batch, as FFTs are counted: 5 n log2(n), half of it where one side
/// is real.
double operations(const Layout& layout);

/// in, out  as the layout says; they may be the same
/// sign     -1 forward, +1 backward; real transforms know their own
void transform(const Layout& layout, void* in, void* out, int sign, Callback load, Callback store);

}  // namespace gridmark::fourier
