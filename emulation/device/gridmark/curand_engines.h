#pragma once
// Generators of cuRAND (XORWOW, Philox4x32-10, MRG32k3a) with the seeds and jumps of CUDA's documentation.
//
// sources  Marsaglia, Xorshift RNGs (2003); Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3
// (2011);
//          L'Ecuyer, Good Parameters and Implementations for Combined Multiple Recursive Generators (1999)
#include "gridmark/qualifiers.h"
#include "gridmark/vector_types.h"

extern "C" {
/// Moves the five words of an XORWOW state on by `count` steps, or by `count` times 2^67.
void gridmark_xorwow_jump(unsigned int words[5], unsigned long long count, int subsequences);
/// Moves an MRG32k3a state on by `count` times 2^power steps. power is 0, 76 or 127.
void gridmark_mrg32k3a_jump(unsigned int first[3], unsigned int second[3], unsigned long long count,
                            int power);
}

/// The second normal number of a pair, kept in the state until it is asked for.
struct curandGridmarkSpare {
  int has_float, has_double;
  float spare_float;
  double spare_double;
};

struct curandStateXORWOW : curandGridmarkSpare {
  unsigned int d, v[5];
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 : curandGridmarkSpare {
  uint4 ctr, output;
  uint2 key;
  unsigned int used;  ///< of output's four
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

struct curandStateMRG32k3a : curandGridmarkSpare {
  unsigned int s1[3], s2[3];
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

namespace gridmark_curand {

GRIDMARK_INTRINSIC void forget(curandGridmarkSpare* spare) {
  spare->has_float = spare->has_double = 0;
  spare->spare_float = 0;
  spare->spare_double = 0;
}

/// Ten rounds of Philox.
GRIDMARK_INTRINSIC uint4 philox(uint4 c, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
    uint4 next;
    next.x = static_cast<unsigned int>(b >> 32) ^ c.y ^ key.x;
    next.y = static_cast<unsigned int>(b);
    next.z = static_cast<unsigned int>(a >> 32) ^ c.w ^ key.y;
    next.w = static_cast<unsigned int>(a);
    c = next;
    key.x += 0x9E3779B9u;
    key.y += 0xBB67AE85u;
  }
  return c;
}

/// Adds n to the counter's 128 bits, or to the upper 64 of them.
GRIDMARK_INTRINSIC void advance(uint4* counter, unsigned long long n, bool upper) {
  unsigned long long low = counter->x | static_cast<unsigned long long>(counter->y) << 32;
  unsigned long long high = counter->z | static_cast<unsigned long long>(counter->w) << 32;
  if (upper) {
    high += n;
  } else {
    low += n;
    if (low < n) ++high;
  }
  counter->x = static_cast<unsigned int>(low);
  counter->y = static_cast<unsigned int>(low >> 32);
  counter->z = static_cast<unsigned int>(high);
  counter->w = static_cast<unsigned int>(high >> 32);
}

constexpr unsigned long long mrg_modulus1 = 4294967087ull, mrg_modulus2 = 4294944443ull;

/// In 1 .. modulus1.
GRIDMARK_INTRINSIC unsigned int next(curandStateMRG32k3a_t* state) {
  const unsigned long long p1 =
      (1403580ull * state->s1[1] + 810728ull * (mrg_modulus1 - state->s1[0])) % mrg_modulus1;
  const unsigned long long p2 =
      (527612ull * state->s2[2] + 1370589ull * (mrg_modulus2 - state->s2[0])) % mrg_modulus2;
  state->s1[0] = state->s1[1];
  state->s1[1] = state->s1[2];
  state->s1[2] = static_cast<unsigned int>(p1);
  state->s2[0] = state->s2[1];
  state->s2[1] = state->s2[2];
  state->s2[2] = static_cast<unsigned int>(p2);
  return static_cast<unsigned int>(p1 > p2 ? p1 - p2 : p1 + mrg_modulus1 - p2);
}

}  // namespace gridmark_curand

// XORWOW. A jump works on a copy, because its code belongs to the emulated device and is not counted.
GRIDMARK_INTRINSIC unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned int t = state->v[0] ^ (state->v[0] >> 2), last = state->v[4];
  state->v[0] = state->v[1];
  state->v[1] = state->v[2];
  state->v[2] = state->v[3];
  state->v[3] = last;
  const unsigned int fresh = (last ^ (last << 4)) ^ (t ^ (t << 1));
  state->v[4] = fresh;
  return fresh + (state->d += 362437u);
}

GRIDMARK_INTRINSIC void gridmark_xorwow_move(unsigned long long n, int subsequences,
                                             curandStateXORWOW_t* state) {
  unsigned int words[5];
  for (int i = 0; i < 5; ++i) words[i] = state->v[i];
  gridmark_xorwow_jump(words, n, subsequences);
  for (int i = 0; i < 5; ++i) state->v[i] = words[i];
}
GRIDMARK_INTRINSIC void skipahead(unsigned long long n, curandStateXORWOW_t* state) {
  gridmark_xorwow_move(n, 0, state);
  state->d += 362437u * static_cast<unsigned int>(n);
}
GRIDMARK_INTRINSIC void skipahead_sequence(unsigned long long n, curandStateXORWOW_t* state) {
  gridmark_xorwow_move(n, 1, state);
}

GRIDMARK_INTRINSIC void curand_init(unsigned long long seed, unsigned long long subsequence,
                                    unsigned long long offset, curandStateXORWOW_t* state) {
  const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xaad26b49u);
  const unsigned int high = 2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xf7dcefddu);
  unsigned int words[5] = {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high,
                           5783321u + low};
  gridmark_xorwow_jump(words, subsequence, 1);
  gridmark_xorwow_jump(words, offset, 0);
  for (int i = 0; i < 5; ++i) state->v[i] = words[i];
  state->d = 6615241u + high + low + 362437u * static_cast<unsigned int>(offset);
  gridmark_curand::forget(state);
}

// Philox: the seed is the key, the subsequence the counter's upper half.
GRIDMARK_INTRINSIC void gridmark_philox_renew(curandStatePhilox4_32_10_t* state) {
  state->output = gridmark_curand::philox(state->ctr, state->key);
}

GRIDMARK_INTRINSIC unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int used = state->used;
  const unsigned int result = used == 0   ? state->output.x
                              : used == 1 ? state->output.y
                              : used == 2 ? state->output.z
                                          : state->output.w;
  state->used = (used + 1) & 3;
  if (used == 3) {
    gridmark_curand::advance(&state->ctr, 1, false);
    gridmark_philox_renew(state);
  }
  return result;
}

GRIDMARK_INTRINSIC uint4 curand4(curandStatePhilox4_32_10_t* state) {
  uint4 result;
  result.x = curand(state);
  result.y = curand(state);
  result.z = curand(state);
  result.w = curand(state);
  return result;
}

GRIDMARK_INTRINSIC void skipahead(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  const unsigned int used = state->used + static_cast<unsigned int>(n & 3);
  state->used = used & 3;
  gridmark_curand::advance(&state->ctr, n / 4 + used / 4, false);
  gridmark_philox_renew(state);
}
GRIDMARK_INTRINSIC void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t* state) {
  gridmark_curand::advance(&state->ctr, n, true);
  gridmark_philox_renew(state);
}

GRIDMARK_INTRINSIC void curand_init(unsigned long long seed, unsigned long long subsequence,
                                    unsigned long long offset, curandStatePhilox4_32_10_t* state) {
  state->ctr = uint4{0, 0, 0, 0};
  state->key = uint2{static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  state->used = 0;
  gridmark_curand::advance(&state->ctr, subsequence, true);
  skipahead(offset, state);
  gridmark_curand::forget(state);
}

// MRG32k3a.
GRIDMARK_INTRINSIC unsigned int curand(curandStateMRG32k3a_t* state) {
  return static_cast<unsigned int>(gridmark_curand::next(state) * 1.000000048662);
}

GRIDMARK_INTRINSIC void gridmark_mrg_move(unsigned long long n, int power, curandStateMRG32k3a_t* state) {
  unsigned int first[3], second[3];
  for (int i = 0; i < 3; ++i) first[i] = state->s1[i], second[i] = state->s2[i];
  gridmark_mrg32k3a_jump(first, second, n, power);
  for (int i = 0; i < 3; ++i) state->s1[i] = first[i], state->s2[i] = second[i];
}
GRIDMARK_INTRINSIC void skipahead(unsigned long long n, curandStateMRG32k3a_t* state) {
  gridmark_mrg_move(n, 0, state);
}
GRIDMARK_INTRINSIC void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  gridmark_mrg_move(n, 76, state);
}
GRIDMARK_INTRINSIC void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t* state) {
  gridmark_mrg_move(n, 127, state);
}

GRIDMARK_INTRINSIC void curand_init(unsigned long long seed, unsigned long long subsequence,
                                    unsigned long long offset, curandStateMRG32k3a_t* state) {
  unsigned int first[3] = {12345, 12345, 12345}, second[3] = {12345, 12345, 12345};
  if (seed != 0) {
    const unsigned long long low = static_cast<unsigned int>(seed) ^ 0x55555555u;
    const unsigned long long high = static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAu;
    for (int i = 0; i < 3; ++i) {
      first[i] = static_cast<unsigned int>((i == 1 ? high : low) * first[i] % gridmark_curand::mrg_modulus1);
      second[i] =
          static_cast<unsigned int>((i == 1 ? low : high) * second[i] % gridmark_curand::mrg_modulus2);
    }
  }
  gridmark_mrg32k3a_jump(first, second, subsequence, 76);
  gridmark_mrg32k3a_jump(first, second, offset, 0);
  for (int i = 0; i < 3; ++i) state->s1[i] = first[i], state->s2[i] = second[i];
  gridmark_curand::forget(state);
}
