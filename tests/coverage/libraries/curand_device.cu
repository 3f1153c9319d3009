// Feature: cuRAND in kernels: XORWOW, Philox, MRG32k3a with CUDA's sequences, subsequences and offsets
// Link: -lcurand
#include <curand_kernel.h>

#include <cmath>

#include "../check.h"

// The results of curand_init(seed, subsequence, offset) and five calls of curand with CUDA's own header,
// compiled for the host. Philox's first row is the published answer for counter 0 and key 0.
struct Known {
  unsigned long long seed, subsequence, offset;
  unsigned words[5];
};
const Known xorwow[] = {
    {0ull, 0ull, 0ull, {0xbd7f03b6u, 0x703e556du, 0x845af0c5u, 0x283067fdu, 0x1245241fu}},
    {1234ull, 0ull, 0ull, {0x253d5e15u, 0x6f558604u, 0xdee6daf2u, 0x7485b394u, 0xdb6a6a85u}},
    {1234ull, 1ull, 0ull, {0xd1f7605au, 0xed29ae49u, 0x83030ed9u, 0x899fbaf4u, 0xcf2ac63bu}},
    {1234ull, 5ull, 1000000007ull, {0x10a36c93u, 0x4d6800a8u, 0x78494fbeu, 0x33e83668u, 0xf16db862u}},
    {18364758544493064720ull,
     4886718345ull,
     68719476737ull,
     {0xe3d32673u, 0x48c5de56u, 0xbde33039u, 0x6b72c228u, 0x075136fcu}},
};
const Known philox[] = {
    {0ull, 0ull, 0ull, {0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u, 0xf8e4cca4u}},
    {1234ull, 0ull, 0ull, {0x2090b348u, 0xda7cf0abu, 0x4401906fu, 0xcbca470eu, 0x9eeede35u}},
    {1234ull, 1ull, 0ull, {0xd115a128u, 0x52fc7c75u, 0xc7f33f17u, 0x0f1539dbu, 0x07129e5fu}},
    {1234ull, 5ull, 1000000007ull, {0xe3c84dcau, 0x82134102u, 0x92a893e8u, 0x469c94f8u, 0x3fdddd7bu}},
    {18364758544493064720ull,
     4886718345ull,
     68719476737ull,
     {0xd3cc9bcdu, 0xf11dfa96u, 0x4e181cb2u, 0xb8839befu, 0xeb499483u}},
};
const Known mrg[] = {
    {0ull, 0ull, 0ull, {0x2083cd07u, 0x518b05c4u, 0x4f26d091u, 0xd36ab334u, 0x38bcbcf8u}},
    {1234ull, 0ull, 0ull, {0xc96891f0u, 0x9650c684u, 0x0cbc7881u, 0x5fa111cdu, 0x864a3897u}},
    {1234ull, 1ull, 0ull, {0x26f0d612u, 0xac5068d7u, 0xa3dbc910u, 0x8fa62437u, 0x76c19809u}},
    {1234ull, 5ull, 1000000007ull, {0x3e36fe1fu, 0x8dd00e39u, 0x4d43c487u, 0x8c35f7a9u, 0x88d1ea9fu}},
    {18364758544493064720ull,
     4886718345ull,
     68719476737ull,
     {0x26404e5au, 0x292b425bu, 0x7c84c4c9u, 0x928aba76u, 0x4ff670dau}},
};

template <class State>
__global__ void draw(Known known, unsigned* words) {
  State state;
  curand_init(known.seed, known.subsequence, known.offset, &state);
  for (int i = 0; i < 5; ++i) words[i] = curand(&state);
}

template <class State, size_t count>
void test(const Known (&known)[count]) {
  for (const Known& row : known) {
    coverage::Buffer<unsigned> words(5);
    draw<State><<<1, 1>>>(row, words);
    const auto seen = words.get();
    for (int i = 0; i < 5; ++i) CHECK(seen[i] == row.words[i]);
  }
}

template <class State>
__global__ void distributions(double* values) {
  State state;
  curand_init(1234, 3, 0, &state);
  values[0] = curand_uniform(&state);
  values[1] = curand_uniform_double(&state);
  values[2] = curand_normal(&state);
  values[3] = curand_normal_double(&state);
}

template <class State>
void test_distributions(const std::vector<double>& expected) {
  coverage::Buffer<double> values(4);
  distributions<State><<<1, 1>>>(values);
  const auto seen = values.get();
  for (int i = 0; i < 4; ++i)
    CHECK(std::abs(seen[i] - expected[i]) <= (i == 2 ? 1e-5 : i == 3 ? 1e-12 : 1e-15));
}

/// Skipping equals drawing. A subsequence begins where skipahead_sequence leads.
template <class State>
__global__ void skip(int* same) {
  State drawn, skipped, other;
  curand_init(7, 2, 3, &drawn);
  curand_init(7, 2, 2, &skipped);
  skipahead(11, &skipped);
  for (int i = 0; i < 10; ++i) curand(&drawn);
  same[0] = curand(&drawn) == curand(&skipped);
  curand_init(7, 5, 0, &other);
  curand_init(7, 1, 0, &skipped);
  skipahead_sequence(4, &skipped);
  same[1] = curand(&other) == curand(&skipped);
}

/// Single numbers equal the pairs' numbers in order.
template <class State>
__global__ void halves(int* same) {
  State one, two;
  curand_init(7, 1, 0, &one);
  two = one;
  for (int i = 0; i < 3; ++i) {
    const float2 pair = curand_normal2(&two);
    same[0] &= curand_normal(&one) == pair.x;
    same[0] &= curand_normal(&one) == pair.y;
  }
  curand_init(7, 1, 0, &one);
  two = one;
  for (int i = 0; i < 3; ++i) {
    const double2 pair = curand_normal2_double(&two);
    same[1] &= curand_normal_double(&one) == pair.x;
    same[1] &= curand_normal_double(&one) == pair.y;
  }
}
/// Philox counts 128 bits, so an overflow of the lower 64 continues in the upper ones.
__global__ void far_ahead(int* same) {
  curandStatePhilox4_32_10_t steps, leap;
  curand_init(7, 0, 0, &steps);
  for (int i = 0; i < 5; ++i) skipahead(~3ull, &steps);
  curand_init(7, 1, 0, &leap);
  skipahead(4 * ((1ull << 62) - 5), &leap);
  same[0] = curand(&steps) == curand(&leap);
}

// The usual way: one kernel makes states in global memory, and another uses them.
__global__ void setup(curandState* states) {
  const int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(42, id, 0, &states[id]);
}
__global__ void moments(curandState* states, double* sums) {
  const int id = threadIdx.x + blockIdx.x * blockDim.x;
  curandState local = states[id];
  double s[8] = {};
  for (int i = 0; i < 100; ++i) {
    const float u = curand_uniform(&local), n = curand_normal(&local);
    const unsigned p = curand_poisson(&local, 10.0), q = curand_poisson(&local, 500.0);
    const float l = curand_log_normal(&local, 0.0f, 0.5f);
    s[0] += u, s[1] += u * u, s[2] += n, s[3] += n * n, s[4] += p, s[5] += q,
        s[6] += (q - 500.0) * (q - 500.0), s[7] += l;
  }
  states[id] = local;
  for (int i = 0; i < 8; ++i) atomicAdd(&sums[i], s[i]);
}

__global__ void fours(float* out, unsigned* words) {
  curandStatePhilox4_32_10_t state, one_by_one;
  curand_init(1, 2, 3, &state);
  curand_init(1, 2, 3, &one_by_one);
  const uint4 w = curand4(&state);
  words[0] = w.x, words[1] = w.y, words[2] = w.z, words[3] = w.w;
  for (int i = 4; i < 8; ++i) words[i] = curand(&one_by_one);
  const float4 u = curand_uniform4(&state), n = curand_normal4(&state);
  out[0] = u.x + u.y + u.z + u.w;
  out[1] = n.x + n.y + n.z + n.w;
}

int main() {
  test<curandStateXORWOW_t>(xorwow);
  test<curandStatePhilox4_32_10_t>(philox);
  test<curandStateMRG32k3a_t>(mrg);
  test_distributions<curandStateXORWOW_t>(
      {0.294830292f, 0.62070564784151405, 0.019570848, -0.47187492331257785});
  test_distributions<curandStatePhilox4_32_10_t>(
      {0.660079062f, 0.74722881196066737, 0.505540788, -2.2174871734580348});
  test_distributions<curandStateMRG32k3a_t>(
      {0.986566842f, 0.15839500681137583, -1.48021281, 0.025462802029377788});

  coverage::Buffer<int> same(2);
  skip<curandStateXORWOW_t><<<1, 1>>>(same);
  CHECK(same.get()[0] == 1 && same.get()[1] == 1);
  skip<curandStatePhilox4_32_10_t><<<1, 1>>>(same);
  CHECK(same.get()[0] == 1 && same.get()[1] == 1);

  const coverage::Buffer<int> pairs(6, 1);
  halves<curandStateXORWOW_t><<<1, 1>>>(pairs);
  halves<curandStatePhilox4_32_10_t><<<1, 1>>>(pairs + 2);
  halves<curandStateMRG32k3a_t><<<1, 1>>>(pairs + 4);
  for (const int held : pairs.get()) CHECK(held == 1);
  far_ahead<<<1, 1>>>(same);
  CHECK(same.get()[0] == 1);

  constexpr int threads = 1024;
  curandState* states;
  CUDA(cudaMalloc(&states, threads * sizeof(curandState)));
  coverage::Buffer<double> sums(8);
  setup<<<threads / 128, 128>>>(states);
  moments<<<threads / 128, 128>>>(states, sums);
  auto mean = sums.get();
  for (double& value : mean) value /= threads * 100.0;
  // Five standard errors of 102,400 draws.
  CHECK(std::abs(mean[0] - 0.5) < 0.0046 && std::abs(mean[1] - 1.0 / 3) < 0.0047);
  CHECK(std::abs(mean[2]) < 0.016 && std::abs(mean[3] - 1) < 0.023);
  CHECK(std::abs(mean[4] - 10) < 0.05);
  CHECK(std::abs(mean[5] - 500) < 0.35 && std::abs(mean[6] - 500) < 12);
  CHECK(std::abs(mean[7] - std::exp(0.125)) < 0.0095);
  CUDA(cudaFree(states));

  coverage::Buffer<float> out(2);
  coverage::Buffer<unsigned> words(8);
  fours<<<1, 1>>>(out, words);
  const auto w = words.get();
  for (int i = 0; i < 4; ++i) CHECK(w[i] == w[i + 4]);
  CHECK(out.get()[0] > 0 && out.get()[0] <= 4 && out.get()[1] == out.get()[1]);
  return coverage::result();
}
