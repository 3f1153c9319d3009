// Feature: clock() and clock64() in kernels and clock() on the host, __builtin_assume, __builtin_unreachable
#include <ctime>

#include "../check.h"

__global__ void ticks(long long* out, const float* in, int n) {
  __builtin_assume(n > 0);
  if (n > 1000) __builtin_unreachable();
  const long long before = clock64();
  const clock_t between = clock();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i] / (i + 1.5f);
  const long long after = clock64();
  out[0] = after - before;
  out[1] = static_cast<unsigned>(between) - static_cast<unsigned>(before);  // both wrap
  out[2] = sum == 0;
}

int main() {
  coverage::Buffer<long long> out(3);
  coverage::Buffer<float> in(std::vector<float>(500, 1.f));
  ticks<<<1, 1>>>(out, in, 500);
  const auto r = out.get();
  CHECK(r[0] > 0 && r[1] >= 0 && r[1] <= r[0] && r[2] == 0);  // one counter, of 64 bits or of its low 32
  const clock_t host = clock();
  CHECK(host >= 0 && host < 3600 * static_cast<long long>(CLOCKS_PER_SEC));
  return coverage::result();
}
