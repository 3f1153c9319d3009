// Feature: kernel arguments: defaults where given, NULL, 0 and nullptr, conversions, structs by value with constructors, references of const, arrays, __restrict__
#include "../check.h"

struct Matrix {
  int width, height, stride;
  float* elements;
};
struct Counted {
  int value;
  Counted(int v = 0) : value(v) {}
  __host__ __device__ Counted(const Counted& other) : value(other.value + 1000) {}
};
struct Big {
  int data[500];
};
enum Mode { off, on };
enum class Color : unsigned char { red = 3, blue = 200 };

__global__ void pointers(const float* a, float* __restrict__ b, const int* const __restrict__ c, void* d,
                         int* out) {
  *out = (a == nullptr) + 2 * (b == NULL) + 4 * (c == 0) + 8 * !d;
}
__global__ void numbers(char c, unsigned char u, short s, long l, size_t z, float f, double d, bool b,
                        long long* out) {
  *out = c + u + s + l + (long long)z + (long long)f + (long long)d + b;
}
__global__ void by_value(Matrix m, const Counted counted, Big big, Mode mode, Color color, float4 v, dim3 d,
                         int* out) {
  *out = m.width + m.height * m.stride + counted.value % 1000 + big.data[499] + mode + (int)color + (int)v.w +
         d.y;
  m.elements[0] = counted.value;
}
__global__ void unnamed(int, const int*, int* out) { *out = 77; }
template <class T>
__global__ void deduced(T a, const T b, T* out) {
  *out = a + b;
}
__global__ void no_arguments() {}
__global__ void void_arguments(void) {}

int main() {
  coverage::Buffer<int> out(1);
  coverage::Buffer<long long> wide(1);
  coverage::Buffer<float> f(1);
  pointers<<<1, 1>>>(NULL, nullptr, 0, NULL, out);
  CHECK(out.get()[0] == 15);
  pointers<<<1, 1>>>(f, (float*)f, out, (void*)0, out);
  CHECK(out.get()[0] == 8);
  numbers<<<1, 1>>>('A', 200, -5, 1L << 40, sizeof(int), 2, 3.9f, true, wide);
  CHECK(wide.get()[0] == 65 + 200 - 5 + (1ll << 40) + 4 + 2 + 3 + 1);
  Matrix m{2, 3, 5, f};
  Counted counted(7);
  Big big{};
  big.data[499] = 11;
  by_value<<<1, 1>>>(m, counted, big, on, Color::blue, make_float4(1, 2, 3, 4), dim3(1, 6), out);
  CHECK(out.get()[0] == 2 + 15 + 7 + 11 + 1 + 200 + 4 + 6);
  CHECK((int)f.get()[0] % 1000 == 7 && f.get()[0] >= 1000);
  deduced<<<1, 1>>>(2, 3, (int*)out);
  CHECK(out.get()[0] == 5);
  deduced<float><<<1, 1>>>(2, 3.5, f);
  CHECK(f.get()[0] == 5.5f);
  int local = 41;
  deduced<<<1, 1>>>(local, 1, (int*)out);
  local = 0;  // the argument was copied at the launch
  CHECK(out.get()[0] == 42);
  unnamed<<<1, 1>>>(1, NULL, out);
  CHECK(out.get()[0] == 77);
  no_arguments<<<1, 1>>>();
  void_arguments<<<1, 1>>>();
  return coverage::result();
}
