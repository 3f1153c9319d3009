// Feature: kernels without loops: early returns, guards of every type, parameters that a thread changes
#include "../check.h"

#include <algorithm>
#include <numeric>

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define LEAVE_IF(condition) \
  if (condition) return
constexpr int count = 1000;

__device__ float half_of(float x) { return 0.5f * x; }
__device__ int place() { return blockIdx.x * blockDim.x + threadIdx.x; }
__constant__ int offsets[4] = {3, 1, 4, 1};

__global__ void add(const int* a, const int* b, int* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void add_unsigned(const int* a, const int* b, int* c, unsigned n) {
  const unsigned i = INDEX;
  if (i >= n) return;
  c[i] = a[i] + b[i];
}
__global__ void add_long(const int* a, const int* b, int* c, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  LEAVE_IF(i >= n);
  c[i] = a[i] + b[i];
}
__global__ void inner_points(const float* in, float* out, int n) {
  const int i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i > 0 && i < n - 1) out[i] = half_of(in[i - 1] + in[i + 1]);
}
/// Each thread can change its parameters.
__global__ void move_pointer(int* out, int n) {
  out += place();
  n -= place();
  if (n > 0) *out = n;
}
__global__ void change_by_name(int* out, int n) {
  int* mine = &n;
  ++*mine;
  out[threadIdx.x] = n;
}
__global__ void change_by_reference(int* out, int n) {
  int& mine = n;
  mine += threadIdx.x;
  out[threadIdx.x] = mine;
}
__global__ void change_vector(int* out, int4 v) {
  v.x += threadIdx.x;
  out[threadIdx.x] = v.x;
}
__global__ void choose(int* out) {
  int local[4] = {0, 1, 2, 3};
  local[threadIdx.x % 4] += offsets[threadIdx.x % 4];
  switch (threadIdx.x % 3) {
    case 0: out[threadIdx.x] = -1; return;
    case 1: out[threadIdx.x] = local[1]; break;
    default: out[threadIdx.x] = local[threadIdx.x % 4];
  }
  out[threadIdx.x] += 100;
}
__global__ void linear(int* out) {
  int i = ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.z + threadIdx.z;
  i = (i * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[i] = i;
}
template <typename T, int factor>
__global__ void scale(T* values, int n) {
  const int i = INDEX;
  if (i < n) values[i] *= factor;
}
/// If the threads ran one after the other, each would read its neighbour's result. Here none does.
__global__ void shift(const int* in, int* out, int n) {
  const int i = INDEX;
  if (i < n) out[i + 1] = in[i];
}
__global__ void bytes(const unsigned char* in, unsigned char* out, int w, int h) {
  int x = INDEX, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    int i = y * w + x;
    out[i] = 255 - in[i];
  }
}

void check_adds() {
  std::vector<int> left(count), right(count);
  std::iota(left.begin(), left.end(), 5);
  std::iota(right.begin(), right.end(), -70000);
  coverage::Buffer<int> a(count), b(count);
  CUDA(cudaMemcpy(a, left.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(b, right.data(), count * sizeof(int), cudaMemcpyHostToDevice));
  for (int n : {0, 1, 255, 256, 257, 998, count})
    for (int block : {1, 7, 32, 256, 1024}) {
      const int blocks = (count + block - 1) / block;
      coverage::Buffer<int> c(count, -1), d(count, -1), e(count, -1);
      add<<<blocks, block>>>(a, b, c, n);
      add_unsigned<<<blocks, block>>>(a, b, d, n);
      add_long<<<blocks, block>>>(a, b, e, n);
      const std::vector<int> x = c.get(), y = d.get(), z = e.get();
      for (int i = 0; i < count; ++i) {
        const int expected = i < n ? left[i] + right[i] : -1;
        CHECK(x[i] == expected && y[i] == expected && z[i] == expected);
      }
    }
  coverage::Buffer<int> moved(count + 1, 0);
  shift<<<4, 256>>>(a, moved, count);
  const std::vector<int> values = moved.get();
  for (int i = 0; i < count; ++i) CHECK(values[i + 1] == left[i]);
}

void check_parameters() {
  coverage::Buffer<int> out(count, 0);
  move_pointer<<<4, 256>>>(out, count);
  std::vector<int> values = out.get();
  for (int i = 0; i < count; ++i) CHECK(values[i] == count - i);
  coverage::Buffer<int> named(64), referred(64), vectors(64), chosen(64);
  change_by_name<<<1, 64>>>(named, 7);
  change_by_reference<<<1, 64>>>(referred, 7);
  change_vector<<<1, 64>>>(vectors, make_int4(7, 0, 0, 0));
  choose<<<1, 64>>>(chosen);
  const std::vector<int> a = named.get(), b = referred.get(), c = vectors.get(), d = chosen.get();
  const int first[] = {3, 2, 6, 4};
  for (int i = 0; i < 64; ++i) {
    CHECK(a[i] == 8 && b[i] == 7 + i && c[i] == 7 + i);
    const int second = i % 4 == 1 ? 2 : 1;
    CHECK(d[i] == (i % 3 == 0 ? -1 : i % 3 == 1 ? second + 100 : first[i % 4] + 100));
  }
}

void check_shapes() {
  coverage::Buffer<int> out(2 * 3 * 2 * 5 * 3 * 4, -1);
  linear<<<dim3(2, 3, 2), dim3(5, 3, 4)>>>(out);
  const std::vector<int> values = out.get();
  for (std::size_t i = 0; i < values.size(); ++i) CHECK(values[i] == static_cast<int>(i));
  coverage::Buffer<float> line(count, 2), inner(count, 0);
  coverage::Buffer<double> doubles(count, 1.5);
  scale<float, 3><<<4, 256>>>(line, count - 1);
  scale<double, -2><<<8, 128>>>(doubles, count);
  inner_points<<<4, 256>>>(line, inner, count);
  const std::vector<float> points = inner.get();
  for (int i = 0; i < count; ++i)
    CHECK(points[i] == (i == 0 || i == count - 1 ? 0 : i == count - 2 ? 4 : 6));
  for (double value : doubles.get()) CHECK(value == -3);
  coverage::Buffer<unsigned char> dark(70 * 33, 55), bright(70 * 33, 0);
  bytes<<<dim3(5, 3), dim3(16, 16)>>>(dark, bright, 70, 33);
  for (int value : bright.get()) CHECK(value == 200);
}

int main() {
  check_adds();
  check_parameters();
  check_shapes();
  return coverage::result();
}
