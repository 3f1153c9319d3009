#pragma once
// Arrays of half, bfloat16 and small integers as float or double, and back.
#include <cstddef>
#include <cstdint>

#include "library_types.h"

namespace gridmark::blas {

float half_to_float(std::uint16_t bits);
std::uint16_t float_to_half(float value);  ///< to nearest, ties to even
inline float bfloat16_to_float(std::uint16_t bits) {
  return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
}
std::uint16_t float_to_bfloat16(float value);  ///< to nearest, ties to even; NaN as 0x7fff

/// 0 for a type that the libraries here do not compute with.
std::size_t bytes_of(cudaDataType type);

/// Element `index` of an array of a real type. Conversion to integers rounds to nearest and saturates.
double load_element(const void* array, cudaDataType type, std::int64_t index);
void store_element(void* array, cudaDataType type, std::int64_t index, double value);

/// `count` elements, `step` apart, of a real type that a float holds.
void load_floats(const void* array, cudaDataType type, std::int64_t step, std::int64_t count, float* to);
void store_floats(void* array, cudaDataType type, std::int64_t step, std::int64_t count, const float* from);

}  // namespace gridmark::blas
