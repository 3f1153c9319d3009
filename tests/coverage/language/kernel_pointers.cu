// Feature: kernels as values: function pointers, tables and structs of them, template parameters, overloads, casts to void*
#include "../check.h"

__global__ void one(float* p, int n) { *p += n; }
__global__ void two(float* p, int n) { *p += 2 * n; }
template <class T>
__global__ void many(T* p, int n) {
  *p += 10 * n;
}
__global__ void overloaded(float* p) { *p += 0.5f; }
__global__ void overloaded(float* p, float* q) { *p += *q; }
__global__ void overloaded(float* p, int n) { *p -= n; }

typedef void (*Kernel)(float*, int);
using KernelAlias = void(float*, int);
struct Entry {
  const char* name;
  Kernel kernel;
  void (*member)(float*, int);
};
static const Entry table[] = {{"one", one, two}, {"two", &two, &one}, {"many", many<float>, one}};

template <void (*kernel)(float*, int)>
void run_value(float* p) {
  kernel<<<1, 1>>>(p, 1);
}
template <auto kernel, class... Arguments>
void run_auto(Arguments... arguments) {
  kernel<<<1, 1>>>(arguments...);
}
template <class K, class... Arguments>
void run_argument(K kernel, Arguments&&... arguments) {
  kernel<<<dim3(1), dim3(1), 0, nullptr>>>(std::forward<Arguments>(arguments)...);
}
void run_pointer(void (*kernel)(float*, int), float* p) { kernel<<<1, 1>>>(p, 3); }
Kernel choose(bool first) { return first ? one : two; }

int main() {
  coverage::Buffer<float> buffer(2);
  float* p = buffer;
  float expected = 0;
#define EXPECT(more) expected += (more); CHECK(buffer.get()[0] == expected)

  void (*k)(float*, int) = one;
  k<<<1, 1>>>(p, 1); EXPECT(1);
  k = &two;
  (*k)<<<1, 1>>>(p, 1); EXPECT(2);
  Kernel aliased = many<float>;
  aliased<<<1, 1>>>(p, 1); EXPECT(10);
  KernelAlias* other = one;
  other<<<1, 1>>>(p, 4); EXPECT(4);
  for (const Entry& entry : table) entry.kernel<<<1, 1>>>(p, 1);
  EXPECT(13);
  table[0].member<<<1, 1>>>(p, 1); EXPECT(2);
  const Entry* first = table;
  first->kernel<<<1, 1>>>(p, 1); EXPECT(1);
  void (*kernels[2])(float*, int) = {one, two};
  for (int i = 0; i < 2; ++i) kernels[i]<<<1, 1>>>(p, 1);
  EXPECT(3);
  auto deduced = two;
  deduced<<<1, 1>>>(p, 1); EXPECT(2);
  run_value<one>(p), run_value<many<float>>(p); EXPECT(11);
  run_auto<two>(p, 2); EXPECT(4);
  run_argument(one, p, 5); EXPECT(5);
  run_argument(many<float>, p, 1); EXPECT(10);
  run_pointer(two, p); EXPECT(6);
  choose(true)<<<1, 1>>>(p, 1), choose(false)<<<1, 1>>>(p, 1); EXPECT(3);
  overloaded<<<1, 1>>>(p); EXPECT(0.5f);
  overloaded<<<1, 1>>>(p, p + 1); EXPECT(0);
  overloaded<<<1, 1>>>(p, 2); EXPECT(-2);
  (p ? one : two)<<<1, 1>>>(p, 1); EXPECT(1);

  int n = 3;
  void* arguments[] = {&p, &n};
  CUDA(cudaLaunchKernel((void*)one, dim3(1), dim3(1), arguments, 0, 0)); EXPECT(3);
  CUDA(cudaLaunchKernel((const void *)two, 1, 1, arguments)); EXPECT(6);
  CUDA(cudaLaunchKernel((void*)many<float>, 1, 1, arguments, 0, nullptr)); EXPECT(30);
  CUDA(cudaLaunchKernel(reinterpret_cast<void*>(one), 1, 1, arguments, 0, nullptr)); EXPECT(3);
  CUDA(cudaLaunchKernel(reinterpret_cast<const void*>(&many<float>), 1, 1, arguments, 0, nullptr)); EXPECT(30);
  CUDA(cudaLaunchKernel((void*)&::two, 1, 1, arguments, 0, nullptr)); EXPECT(6);
  CUDA(cudaLaunchKernel(two, 1, 1, arguments, 0, nullptr)); EXPECT(6);
  const void* kept = (void*)one;
  CUDA(cudaLaunchKernel(kept, 1, 1, arguments, 0, nullptr)); EXPECT(3);
  return coverage::result();
}
