// Feature: kernels that macros define, and every way to take the address of such a kernel
#include "../check.h"

// A pasted name, a name that is an argument, a template, a namespace, and a head without a body.
#define DEFINE(n) \
  __global__ void scale##n(int* values, int count) { \
    const int i = blockIdx.x * blockDim.x + threadIdx.x; \
    if (i < count) values[i] *= n; \
  }
DEFINE(2)
DEFINE(3)
#define NAMED(name, n) extern "C" __global__ void name(int* values, int count) { if (threadIdx.x < count) values[threadIdx.x] += n; }
NAMED(add_one, 1)
#define TEMPLATE(name)                               \
  template <class T, int factor>                     \
  __global__ void name##_template(T* values, int count) { \
    if (threadIdx.x < count) values[threadIdx.x] *= factor; \
  }
TEMPLATE(scale)
#define INSIDE(space, n) \
  namespace space {      \
  DEFINE(n)              \
  }
INSIDE(deep, 5)
#define KERNEL __global__ void
KERNEL negate(int* values, int count) {
  if (threadIdx.x < count) values[threadIdx.x] = -values[threadIdx.x];
}
#define STATIC_KERNEL(type) static __global__ __launch_bounds__(64) void fill_##type(type* values, int count)
STATIC_KERNEL(int) {
  __shared__ int shared[16];
  if (threadIdx.x < 16) shared[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < count) values[threadIdx.x] = shared[threadIdx.x % 16];
}

using Kernel = void (*)(int*, int);
struct Choice {
  const char* name;
  Kernel kernel;
};
static const Choice choices[] = {{"2", scale2}, {"3", &scale3}, {"5", deep::scale5}};
const void* const untyped[] = {(const void*)scale2, reinterpret_cast<const void*>(&deep::scale5), (void*)negate};
Kernel pick(bool first) { return first ? scale2 : scale3; }
__global__ void overloaded(int* values) { values[0] = 0; }
__global__ void overloaded(int* values, int count) {
  if (threadIdx.x < count) values[threadIdx.x] += 2;
}

#define LAUNCH(kernel, arguments) CUDA(cudaLaunchKernel((void*)kernel, dim3(1), dim3(64), arguments, 0, nullptr))
template <class K>
void launch(K kernel, void** arguments) {
  CUDA(cudaLaunchKernel((const void*)kernel, dim3(1), dim3(64), arguments));
}

// Names that are not kernels stay unchanged, even where a constant is required.
static int object;
constexpr void* constant = (void*)&object;
static int with_reference(std::vector<int>& values) { return static_cast<int>(values.size()); }
static const void* const host_functions[] = {(const void*)with_reference, (void*)&pick};
static_assert(std::is_same_v<decltype((const void*)&object), const void*>, "");
static_assert(std::is_same_v<decltype((void*)constant), void*>, "");

void add_to_graph(cudaGraph_t graph, void** arguments) {
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)scale3;
  parameters.gridDim = dim3(1);
  parameters.blockDim = dim3(64);
  parameters.kernelParams = arguments;
  cudaGraphNode_t node;
  CUDA(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &parameters));
}

void ask_about(const void* kernel) {
  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, kernel));
  CHECK(attributes.maxThreadsPerBlock >= 64);
  CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024));
}

int main() {
  const int count = 64;
  coverage::Buffer<int> values(count);
  int* device = values;
  int n = count, expected = 1;
  void* arguments[] = {&device, &n};
  const auto check = [&](int change) {
    expected *= change;
    CUDA(cudaDeviceSynchronize());
    for (int value : values.get()) CHECK(value == expected);
  };
  LAUNCH(fill_int, arguments);
  check(1);
  CUDA(cudaLaunchKernel((const void*)scale2, dim3(2), dim3(32), arguments, 0, nullptr));
  check(2);
  LAUNCH(scale3, arguments);
  check(3);
  launch(deep::scale5, arguments);
  check(5);
  for (const Choice& one : choices) CUDA(cudaLaunchKernel((void*)one.kernel, dim3(1), dim3(64), arguments));
  check(30);
  for (const void* kernel : untyped) CUDA(cudaLaunchKernel(kernel, dim3(1), dim3(64), arguments));
  check(-10);
  LAUNCH(pick(false), arguments);
  LAUNCH(choices[0].kernel, arguments);
  check(6);
  LAUNCH((scale_template<int, -1>), arguments);
  launch(scale_template<int, 2>, arguments);
  CUDA(cudaLaunchKernel(reinterpret_cast<void*>(scale_template<int, 2>), dim3(1), dim3(64), arguments));
  check(-4);
  CUDA(cudaLaunchCooperativeKernel((void*)scale2, dim3(1), dim3(64), arguments));
  check(2);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(1);
  config.blockDim = dim3(64);
  CUDA(cudaLaunchKernelExC(&config, (const void*)scale2, arguments));
  check(2);
  scale2<<<1, 64>>>(device, count);
  check(2);
  LAUNCH((Kernel)overloaded, arguments);
  LAUNCH(add_one, arguments);
  expected += 3;
  check(1);

  cudaGraph_t graph;
  cudaGraphExec_t runnable;
  CUDA(cudaGraphCreate(&graph, 0));
  add_to_graph(graph, arguments);
  CUDA(cudaGraphInstantiate(&runnable, graph, nullptr, nullptr, 0));
  CUDA(cudaGraphLaunch(runnable, nullptr));
  check(3);
  CUDA(cudaGraphExecDestroy(runnable));
  CUDA(cudaGraphDestroy(graph));

  ask_about((const void*)scale3);
  ask_about((void*)choices[1].kernel);
  int blocks = 0, grid = 0, block = 0;
  CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)scale2, 64, 0));
  CHECK(blocks > 0);
  CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale2, 0, 0));
  CHECK(grid > 0 && block > 0);
  CHECK(constant == &object && host_functions[0] != nullptr);
  return coverage::result();
}
