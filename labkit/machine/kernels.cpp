// The inner loops of the machine baseline. They are compiled for each generation of processors, and the best
// version is chosen when the program starts.
#include "labkit/machine/kernels.h"

#if defined(__x86_64__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("arch=skylake-avx512", "arch=haswell", "default")))
#else
#define FOR_EACH_PROCESSOR
#endif

namespace gridmark::machine {
namespace {

using Lanes = float __attribute__((vector_size(lanes * sizeof(float))));

}  // namespace

FOR_EACH_PROCESSOR void triad(float* a, const float* b, const float* c, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) a[i] = b[i] + 3.0f * c[i];
}

FOR_EACH_PROCESSOR float fused_multiply_adds(int rounds) {
  Lanes sums[chains] = {}, factor = {}, summand = {};
  for (int lane = 0; lane < lanes; ++lane) {
    factor[lane] = 0.5f;
    summand[lane] = static_cast<float>(lane + 1);
  }
  for (int round = 0; round < rounds; ++round)
    for (Lanes& sum : sums) sum = sum * factor + summand;
  float total = 0;
  for (const Lanes& sum : sums)
    for (int lane = 0; lane < lanes; ++lane) total += sum[lane];
  return total;
}

}  // namespace gridmark::machine
