// Feature: clock() and clock64() in kernels and clock() on the host, __builtin_assume, __builtin_unreachable
#include <ctime>

#include "../check.h"

__global__ void ticks(long long* out, const float* in, int n) {
  __builtin_assume(n > 0);
  if (n > 1000) __builtin_unreachable();
  const clock_t first = clock();
  const long long first64 = clock64();
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += in[i] / (i + 1.5f);
  const clock_t last = clock();
  const long long last64 = clock64();
  out[0] = last64 - first64;
  out[1] = static_cast<int>(static_cast<unsigned>(last) - static_cast<unsigned>(first));
  out[2] = sum == 0;
}

int main() {
  coverage::Buffer<long long> out(3);
  coverage::Buffer<float> in(std::vector<float>(500, 1.f));
  ticks<<<1, 1>>>(out, in, 500);
  const auto r = out.get();
  // Both tell the device's ticks: as many, but for those between the two calls.
  CHECK(r[0] > 0 && r[1] > 0 && r[2] == 0);
  CHECK(r[1] > r[0] / 2 && r[1] < 2 * r[0] + 2000);
  const clock_t host = clock();
  CHECK(host >= 0 && host < 3600 * static_cast<long long>(CLOCKS_PER_SEC));
  return coverage::result();
}
