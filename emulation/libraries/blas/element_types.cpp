#include "emulation/libraries/blas/element_types.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace gridmark::blas {
namespace {

std::uint32_t bits_of(float value) { return __builtin_bit_cast(std::uint32_t, value); }

template <class T>
T at(const void* array, std::int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const char*>(array) + index * static_cast<std::int64_t>(sizeof(T)),
              sizeof value);
  return value;
}

template <class T>
void put(void* array, std::int64_t index, T value) {
  std::memcpy(static_cast<char*>(array) + index * static_cast<std::int64_t>(sizeof(T)), &value, sizeof value);
}

template <class T>
T saturated(double value) {
  if (std::isnan(value)) return 0;
  const double low = static_cast<double>(std::numeric_limits<T>::min());
  const double high = static_cast<double>(std::numeric_limits<T>::max());
  return static_cast<T>(std::clamp(std::nearbyint(value), low, high));
}

}  // namespace

// A half's exponent and fraction, moved to a float's place, are 2^112 times too small.
float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000u) << 16, magnitude = bits & 0x7fffu;
  if (magnitude >= 0x7c00u) return __builtin_bit_cast(float, sign | 0x7f800000u | (magnitude & 0x3ffu) << 13);
  const float scaled = __builtin_bit_cast(float, magnitude << 13) * 0x1p112f;
  return __builtin_bit_cast(float, sign | bits_of(scaled));
}

std::uint16_t float_to_half(float value) {
  const std::uint32_t bits = bits_of(value), sign = bits >> 16 & 0x8000u, magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return 0x7fff;
  if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65520 and above
  if (magnitude < 0x38800000u) {
    // Subnormal: adding 0.5 leaves the fraction's last bit worth 2^-24, rounded by the adder.
    const float shifted = std::fabs(value) + 0.5f;
    return static_cast<std::uint16_t>(sign | (bits_of(shifted) - 0x3f000000u));
  }
  const std::uint32_t rounded = magnitude + 0xfffu + (magnitude >> 13 & 1u) - 0x38000000u;
  return static_cast<std::uint16_t>(sign | rounded >> 13);
}

std::uint16_t float_to_bfloat16(float value) {
  const std::uint32_t bits = bits_of(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return 0x7fff;
  return static_cast<std::uint16_t>((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16);
}

std::size_t bytes_of(cudaDataType type) {
  switch (type) {
    case CUDA_R_8I:
    case CUDA_R_8U:
      return 1;
    case CUDA_R_16F:
    case CUDA_R_16BF:
      return 2;
    case CUDA_R_32F:
    case CUDA_R_32I:
      return 4;
    case CUDA_R_64F:
    case CUDA_C_32F:
      return 8;
    case CUDA_C_64F:
      return 16;
    default:
      return 0;
  }
}

double load_element(const void* array, cudaDataType type, std::int64_t i) {
  switch (type) {
    case CUDA_R_16F:
      return half_to_float(at<std::uint16_t>(array, i));
    case CUDA_R_16BF:
      return bfloat16_to_float(at<std::uint16_t>(array, i));
    case CUDA_R_32F:
      return at<float>(array, i);
    case CUDA_R_64F:
      return at<double>(array, i);
    case CUDA_R_8I:
      return at<std::int8_t>(array, i);
    case CUDA_R_8U:
      return at<std::uint8_t>(array, i);
    case CUDA_R_32I:
      return at<std::int32_t>(array, i);
    default:
      return std::numeric_limits<double>::quiet_NaN();
  }
}

void store_element(void* array, cudaDataType type, std::int64_t i, double value) {
  switch (type) {
    case CUDA_R_16F:
      return put(array, i, float_to_half(static_cast<float>(value)));
    case CUDA_R_16BF:
      return put(array, i, float_to_bfloat16(static_cast<float>(value)));
    case CUDA_R_32F:
      return put(array, i, static_cast<float>(value));
    case CUDA_R_64F:
      return put(array, i, value);
    case CUDA_R_8I:
      return put(array, i, saturated<std::int8_t>(value));
    case CUDA_R_8U:
      return put(array, i, saturated<std::uint8_t>(value));
    case CUDA_R_32I:
      return put(array, i, saturated<std::int32_t>(value));
    default:
      return;
  }
}

void load_floats(const void* array, cudaDataType type, std::int64_t step, std::int64_t count, float* to) {
  if (type == CUDA_R_16F) {
    const auto* from = static_cast<const std::uint16_t*>(array);
    for (std::int64_t i = 0; i < count; ++i) to[i] = half_to_float(from[i * step]);
  } else if (type == CUDA_R_16BF) {
    const auto* from = static_cast<const std::uint16_t*>(array);
    for (std::int64_t i = 0; i < count; ++i) to[i] = bfloat16_to_float(from[i * step]);
  } else {
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(load_element(array, type, i * step));
  }
}

void store_floats(void* array, cudaDataType type, std::int64_t step, std::int64_t count, const float* from) {
  if (type == CUDA_R_16F) {
    auto* to = static_cast<std::uint16_t*>(array);
    for (std::int64_t i = 0; i < count; ++i) to[i * step] = float_to_half(from[i]);
  } else if (type == CUDA_R_16BF) {
    auto* to = static_cast<std::uint16_t*>(array);
    for (std::int64_t i = 0; i < count; ++i) to[i * step] = float_to_bfloat16(from[i]);
  } else {
    for (std::int64_t i = 0; i < count; ++i) store_element(array, type, i * step, from[i]);
  }
}

}  // namespace gridmark::blas
