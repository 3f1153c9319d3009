// Feature: nvstd::function in kernels and on the host: lambdas, functions, copies, assignment, empty ones
// Nvcc: no, because toolkits are often installed without <nvfunctional>
#include <nvfunctional>

#include "../check.h"

__device__ int negated(int x) { return -x; }
struct Scaled {
  int factor;
  __host__ __device__ int operator()(int x) const { return factor * x; }
};
__device__ int applied(const nvstd::function<int(int)>& f, int x) { return f(x); }

__global__ void kernel(int* out) {
  const int me = threadIdx.x;
  nvstd::function<int(int)> f = [=](int x) { return x + me; };
  out[4 * me] = applied(f, 10);
  f = negated;
  out[4 * me + 1] = applied(f, 10);
  nvstd::function<int(int)> g = Scaled{me}, empty;
  nvstd::swap(f, g);
  out[4 * me + 2] = f(10) * 1000 + g(10);
  f = nullptr;
  out[4 * me + 3] = !f && f == nullptr && !empty && g;
}

int main() {
  coverage::Buffer<int> out(128);
  kernel<<<1, 32>>>(out);
  const auto got = out.get();
  bool right = true;
  for (int i = 0; i < 32; ++i) {
    right = right && got[4 * i] == 10 + i && got[4 * i + 1] == -10 && got[4 * i + 2] == 10000 * i - 10 &&
            got[4 * i + 3] == 1;
  }
  CHECK(right);
  nvstd::function<int(int)> f = Scaled{3};
  CHECK(f(4) == 12);
  return coverage::result();
}
