#pragma once
// From random words to uniform, normal, log-normal and Poisson numbers.
#include <math.h>

#include "gridmark/curand_engines.h"

namespace gridmark_curand {

/// (0, 1]
GRIDMARK_INTRINSIC float to_float(unsigned int word) { return word * 2.3283064e-10f + 2.3283064e-10f / 2.0f; }
/// 53 bits of two words.
GRIDMARK_INTRINSIC double to_double(unsigned int low, unsigned int high) {
  const unsigned long long bits = low ^ static_cast<unsigned long long>(high) << 21;
  return bits * 0x1p-53 + 0x1p-54;
}

/// Box and Muller's pair, x from the sine.
GRIDMARK_INTRINSIC float2 normal_pair(float u, float angle) {
  const float size = sqrtf(-2.0f * logf(u));
  float2 pair;
  pair.x = sinf(angle) * size;
  pair.y = cosf(angle) * size;
  return pair;
}
GRIDMARK_INTRINSIC double2 normal_pair(double u, double half_turns) {
  const double size = sqrt(-2.0 * log(u));
  double2 pair;
  pair.x = sin(half_turns * 3.1415926535897932) * size;
  pair.y = cos(half_turns * 3.1415926535897932) * size;
  return pair;
}
GRIDMARK_INTRINSIC float2 normal_pair(unsigned int x, unsigned int y) {
  constexpr float turn = 2.3283064e-10f * 6.2831855f;
  return normal_pair(to_float(x), y * turn + turn / 2);
}
GRIDMARK_INTRINSIC double2 normal_pair(unsigned int x0, unsigned int x1, unsigned int y0, unsigned int y1) {
  const unsigned long long bits = y0 ^ static_cast<unsigned long long>(y1) << 21;
  return normal_pair(to_double(x0, x1), bits * 0x1p-52 + 0x1p-53);
}

}  // namespace gridmark_curand

// Uniform in (0, 1].
template <class State>
GRIDMARK_INTRINSIC float curand_uniform(State* state) {
  return gridmark_curand::to_float(curand(state));
}
GRIDMARK_INTRINSIC float curand_uniform(curandStateMRG32k3a_t* state) {
  return static_cast<float>(gridmark_curand::next(state) * 2.3283065498378288e-10);
}
GRIDMARK_INTRINSIC float4 curand_uniform4(curandStatePhilox4_32_10_t* state) {
  float4 result;
  result.x = curand_uniform(state);
  result.y = curand_uniform(state);
  result.z = curand_uniform(state);
  result.w = curand_uniform(state);
  return result;
}
GRIDMARK_INTRINSIC double curand_uniform_double(curandStateXORWOW_t* state) {
  const unsigned int low = curand(state), high = curand(state);
  return gridmark_curand::to_double(low, high);
}
// With Philox this call makes a double from one word, and the calls for several make it from two.
GRIDMARK_INTRINSIC double curand_uniform_double(curandStatePhilox4_32_10_t* state) {
  return curand(state) * 0x1p-32 + 0x1p-32;
}
GRIDMARK_INTRINSIC double curand_uniform_double(curandStateMRG32k3a_t* state) {
  return gridmark_curand::next(state) * 2.3283065498378288e-10;
}
GRIDMARK_INTRINSIC double2 curand_uniform2_double(curandStatePhilox4_32_10_t* state) {
  const uint4 words = curand4(state);
  double2 result;
  result.x = gridmark_curand::to_double(words.x, words.y);
  result.y = gridmark_curand::to_double(words.z, words.w);
  return result;
}
GRIDMARK_INTRINSIC double4 curand_uniform4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_uniform2_double(state), last = curand_uniform2_double(state);
  double4 result;
  result.x = first.x, result.y = first.y, result.z = last.x, result.w = last.y;
  return result;
}

// Normal, mean 0 and deviation 1.
template <class State>
GRIDMARK_INTRINSIC float2 curand_normal2(State* state) {
  const unsigned int x = curand(state), y = curand(state);
  return gridmark_curand::normal_pair(x, y);
}
GRIDMARK_INTRINSIC float2 curand_normal2(curandStateMRG32k3a_t* state) {
  const float u = curand_uniform(state), v = curand_uniform(state);
  return gridmark_curand::normal_pair(u, v * 6.2831855f);
}
GRIDMARK_INTRINSIC float4 curand_normal4(curandStatePhilox4_32_10_t* state) {
  const float2 first = curand_normal2(state), last = curand_normal2(state);
  float4 result;
  result.x = first.x, result.y = first.y, result.z = last.x, result.w = last.y;
  return result;
}
template <class State>
GRIDMARK_INTRINSIC double2 curand_normal2_double(State* state) {
  const unsigned int x0 = curand(state), x1 = curand(state), y0 = curand(state), y1 = curand(state);
  return gridmark_curand::normal_pair(x0, x1, y0, y1);
}
GRIDMARK_INTRINSIC double2 curand_normal2_double(curandStateMRG32k3a_t* state) {
  const double u = curand_uniform_double(state), v = curand_uniform_double(state);
  return gridmark_curand::normal_pair(u, v * 2.0);
}
GRIDMARK_INTRINSIC double4 curand_normal4_double(curandStatePhilox4_32_10_t* state) {
  const double2 first = curand_normal2_double(state), last = curand_normal2_double(state);
  double4 result;
  result.x = first.x, result.y = first.y, result.z = last.x, result.w = last.y;
  return result;
}

// One of a pair. The other one waits in the state for the next call.
template <class State>
GRIDMARK_INTRINSIC float curand_normal(State* state) {
  if (state->has_float) {
    state->has_float = 0;
    return state->spare_float;
  }
  const float2 pair = curand_normal2(state);
  state->has_float = 1;
  state->spare_float = pair.y;
  return pair.x;
}
template <class State>
GRIDMARK_INTRINSIC double curand_normal_double(State* state) {
  if (state->has_double) {
    state->has_double = 0;
    return state->spare_double;
  }
  const double2 pair = curand_normal2_double(state);
  state->has_double = 1;
  state->spare_double = pair.y;
  return pair.x;
}

// Log-normal: exp of a normal with this mean and deviation.
template <class State>
GRIDMARK_INTRINSIC float curand_log_normal(State* state, float mean, float stddev) {
  return expf(mean + stddev * curand_normal(state));
}
template <class State>
GRIDMARK_INTRINSIC double curand_log_normal_double(State* state, double mean, double stddev) {
  return exp(mean + stddev * curand_normal_double(state));
}
template <class State>
GRIDMARK_INTRINSIC float2 curand_log_normal2(State* state, float mean, float stddev) {
  float2 pair = curand_normal2(state);
  pair.x = expf(mean + stddev * pair.x);
  pair.y = expf(mean + stddev * pair.y);
  return pair;
}
template <class State>
GRIDMARK_INTRINSIC double2 curand_log_normal2_double(State* state, double mean, double stddev) {
  double2 pair = curand_normal2_double(state);
  pair.x = exp(mean + stddev * pair.x);
  pair.y = exp(mean + stddev * pair.y);
  return pair;
}
GRIDMARK_INTRINSIC float4 curand_log_normal4(curandStatePhilox4_32_10_t* state, float mean, float stddev) {
  const float2 first = curand_log_normal2(state, mean, stddev),
               last = curand_log_normal2(state, mean, stddev);
  float4 result;
  result.x = first.x, result.y = first.y, result.z = last.x, result.w = last.y;
  return result;
}

// Poisson: Knuth's product of uniforms below 64, a rounded normal above 4000, and between them Hoermann's
// transformed rejection (1993). CUDA uses another rejection there: the same distribution, but other numbers.
template <class State>
GRIDMARK_INTRINSIC unsigned int curand_poisson(State* state, double lambda) {
  if (lambda < 64) {
    float product = expf(static_cast<float>(lambda));
    unsigned int count = 0;
    for (;; ++count) {
      product *= curand_uniform(state);
      if (!(product > 1.0)) return count;
    }
  }
  if (lambda > 4000)
    return static_cast<unsigned int>(sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);
  const double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  const double inverse_alpha = 1.1239 + 1.1328 / (b - 3.4), acceptance = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const double u = curand_uniform_double(state) - 0.5, v = curand_uniform_double(state);
    const double distance = 0.5 - fabs(u);
    const double k = floor((2 * a / distance + b) * u + lambda + 0.43);
    if (distance >= 0.07 && v <= acceptance) return static_cast<unsigned int>(k);
    if (k < 0 || (distance < 0.013 && v > distance)) continue;
    if (log(v) + log(inverse_alpha) - log(a / (distance * distance) + b) <=
        -lambda + k * log(lambda) - lgamma(k + 1))
      return static_cast<unsigned int>(k);
  }
}
GRIDMARK_INTRINSIC uint4 curand_poisson4(curandStatePhilox4_32_10_t* state, double lambda) {
  uint4 result;
  result.x = curand_poisson(state, lambda);
  result.y = curand_poisson(state, lambda);
  result.z = curand_poisson(state, lambda);
  result.w = curand_poisson(state, lambda);
  return result;
}
