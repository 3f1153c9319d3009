// Repairs of host code: allocations, copies, launches and timing.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfTheHost : public testing::TestWithParam<Example> {};

TEST_P(RepairOfTheHost, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_host() {
  using enum Repair;
  return {
      {"EventOfAStruct",
       destroy_events,
       2,
       "struct Event {\n"
       "  Event() { cudaEventCreate(&event); }\n"
       "  Event(const Event&) = delete;\n"
       "  cudaEvent_t event;\n"
       "};\n",
       {"2+ ~Event() { cudaEventDestroy(event); }"}},
      {"EventOfAStructThatIsCopied",
       destroy_events,
       2,
       "struct Event {\n"
       "  Event() { cudaEventCreate(&event); }\n"
       "  cudaEvent_t event;\n"
       "};\n",
       {}},
      {"EventsOfAList",
       destroy_events,
       3,
       "struct Bench {\n"
       "  Bench(int n) : events(n) {\n"
       "    for (cudaEvent_t& event : events) keep(cudaEventCreate(&event));\n"
       "  }\n"
       "  ~Bench() {\n"
       "    cudaFree(a);\n"
       "  }\n"
       "};\n",
       {"5+ for (cudaEvent_t event : events) cudaEventDestroy(event);"}},
      {"EventsOfAFunction",
       destroy_events,
       3,
       "cudaError_t call() {\n"
       "  cudaEvent_t start, end;\n"
       "  cudaEventCreate(&start);\n"
       "  cudaEventCreate(&end);\n"
       "  return cudaGetLastError();\n"
       "}\n",
       {"4+ cudaEventDestroy(start); cudaEventDestroy(end);"}},
      {"EventsThatAreDestroyedSomewhere",
       destroy_events,
       2,
       "cudaError_t call() {\n"
       "  cudaEventCreate(&start);\n"
       "  cudaEventDestroy(start);\n"
       "  return cudaSuccess;\n"
       "}\n",
       {}},
      {"OtherPointerFreed",
       free_other,
       6,
       "void call() {\n"
       "  cudaMalloc(&a, 4);\n"
       "  cudaMalloc(&b, 4);\n"
       "\n"
       "  cudaFree(b);\n"
       "  cudaFree(b);\n"
       "}\n",
       {"6: cudaFree(a);"}},
      {"TwoPointersAreLeft",
       free_other,
       5,
       "void call() {\n"
       "  for (float** one : {&a, &b, &c}) cudaMalloc(one, 4);\n"
       "\n"
       "  cudaFree(b);\n"
       "  cudaFree(b);\n"
       "}\n",
       {}},
      {"StaticBuffer",
       free_memory,
       3,
       "cudaError_t call() {\n"
       "  static float* scratch = nullptr;\n"
       "  if (scratch == nullptr) cudaMalloc(&scratch, 4);\n"
       "  return cudaGetLastError();\n"
       "}\n",
       {"2: float* scratch = nullptr;",
        "4: const cudaError_t result = cudaGetLastError(); cudaFree(scratch); return result;"}},
      {"AllBuffersOfAFunction",
       free_memory,
       3,
       "cudaError_t call() {\n"
       "  float *a, *b, *c;\n"
       "  cudaMalloc(&a, 4);\n"
       "  cudaMalloc(&b, 4);\n"
       "  cudaMalloc(&c, 4);\n"
       "  cudaMalloc(&member, 4);\n"
       "  cudaFree(c);\n"
       "  return cudaGetLastError();\n"
       "}\n",
       {"8: const cudaError_t result = cudaGetLastError(); cudaFree(a); cudaFree(b); return result;"}},
      {"StaticBufferThatIsFilledOnce",
       free_memory,
       3,
       "cudaError_t call() {\n"
       "  static float* table = nullptr;\n"
       "  if (!ready) { cudaMalloc(&table, 4); fill(table); }\n"
       "  return cudaGetLastError();\n"
       "}\n",
       {}},
      {"AllocatedInElements",
       allocate_bytes,
       2,
       "void call(int n) {\n"
       "  cudaMalloc(&a, n * n);\n"
       "  cudaMalloc(&b, n + 1);\n"
       "  cudaMalloc(&c, n * sizeof(float));\n"
       "}\n",
       {"2: cudaMalloc(&a, sizeof(float) * n * n);", "3: cudaMalloc(&b, sizeof(float) * (n + 1));"}},
      {"AllocatedByAMember",
       allocate_bytes,
       3,
       "struct Bench {\n"
       "  Bench(int n) : bytes(n * n), events(n) {\n"
       "    cudaMalloc(&a, bytes);\n"
       "  }\n"
       "};\n",
       {"2: Bench(int n) : bytes(sizeof(float) * n * n), events(n) {"}},
      {"AllocatedByAnUnknownSize",
       allocate_bytes,
       2,
       "void call(std::size_t bytes) {\n"
       "  cudaMalloc(&a, bytes);\n"
       "}\n",
       {}},
      {"AQuarterIsAllocated",
       allocate_all,
       4,
       "void call(int n) {\n"
       "  const size_t bytes = count * sizeof(float);\n"
       "  Floats a(count / 4), b(count / 4);\n"
       "  cudaMemcpy(a.data, x, bytes, cudaMemcpyHostToDevice);\n"
       "}\n",
       {"3: Floats a(count), b(count);"}},
      {"AQuarterOfTheBlocks",
       allocate_all,
       4,
       "void call(int n) {\n"
       "  const size_t bytes = count * sizeof(float);\n"
       "  const dim3 grid(count / 4);\n"
       "  cudaMemcpy(a.data, x, bytes, cudaMemcpyHostToDevice);\n"
       "}\n",
       {}},
      {"PointersOfTheHost",
       pass_device_memory,
       0,
       "__global__ void k(const float* a, float* c, int n) {}\n"
       "cudaError_t call(const float* a, float* c, int n) {\n"
       "  cudaMemcpy(da, a, n * 4, cudaMemcpyHostToDevice);\n"
       "  k<<<1, 1>>>(a, c, n);\n"
       "  return cudaMemcpy(c, dc, n * 4, cudaMemcpyDeviceToHost);\n"
       "}\n",
       {"4: k<<<1, 1>>>(da, dc, n);"}},
      {"PointersOfTheDevice",
       pass_device_memory,
       0,
       "cudaError_t call(const float* a, float* c, int n) {\n"
       "  k<<<1, 1>>>(a, c, n);\n"
       "  return cudaGetLastError();\n"
       "}\n",
       {}},
      {"ArrayFromNew",
       pass_device_memory,
       0,
       "void call(float* c, int n) {\n"
       "  float* result = new float[n];\n"
       "  k<<<1, 1>>>(result, n);\n"
       "  cudaMemcpy(c, result, 4 * n, cudaMemcpyHostToDevice);\n"
       "}\n",
       {"3: k<<<1, 1>>>(c, n);", "4: "}},
      {"ArrayFromNewThatIsRead",
       pass_device_memory,
       0,
       "void call(float* c, int n) {\n"
       "  float* values = new float[n];\n"
       "  k<<<1, 1>>>(values, c, n);\n"
       "}\n",
       {}},
      {"ReadsDeviceMemory",
       copy_elements,
       2,
       "void call(float* c, int n) {\n"
       "  for (int i = 0; i < n; ++i) c[i] = device.data[i];\n"
       "}\n",
       {"2: cudaMemcpy(c, device.data, (n) * sizeof(c[0]), cudaMemcpyDeviceToHost);"}},
      {"ReadsWhatIsCopiedAnyway",
       copy_elements,
       2,
       "cudaError_t call(float* c, int n) {\n"
       "  for (int i = 0; i < n; ++i) c[i] = device.data[i];\n"
       "  return cudaMemcpy(c, device.data, 4 * n, cudaMemcpyDeviceToHost);\n"
       "}\n",
       {"2: "}},
      {"ReadsInAnotherOrder",
       copy_elements,
       2,
       "void call(float* c, int n) {\n"
       "  for (int i = 0; i < n; ++i) c[i] = device.data[n - i];\n"
       "}\n",
       {}},
      {"VectorInThePlaceOfMemory",
       copy_vector,
       0,
       "void call(int n) {\n"
       "  cudaMalloc(&a, n * 4);\n"
       "  std::vector<float> ones(n, 1);\n"
       "  a = ones.data();\n"
       "}\n",
       {"4: cudaMemcpy(a, ones.data(), ones.size() * sizeof(ones[0]), cudaMemcpyHostToDevice);"}},
      {"VectorWithoutMemory",
       copy_vector,
       0,
       "void call(int n) {\n"
       "  std::vector<float> ones(n, 1);\n"
       "  a = ones.data();\n"
       "}\n",
       {}},
      {"PitchesInElements",
       pitch_bytes,
       0,
       "void call() {\n"
       "  const size_t width = columns * sizeof(float);\n"
       "  cudaMemcpy2D(to, columns, from, stride + 1, width, rows, kind);\n"
       "}\n",
       {"3: cudaMemcpy2D(to, columns * sizeof(float), from, (stride + 1) * sizeof(float), width, rows, "
        "kind);"}},
      {"TwoCopiesOfRows",
       pitch_bytes,
       0,
       "void call() {\n"
       "  cudaMemcpy2D(to, columns, from, stride, columns, rows, kind);\n"
       "  cudaMemcpy2D(to, columns, from, stride, columns, rows, kind);\n"
       "}\n",
       {}},
      {"RowsInOneCopy",
       copy_rows,
       0,
       "cudaError_t call(const float* host, int stride, float* device, int rows, int columns) {\n"
       "  return cudaMemcpy(device, host, 4 * rows * columns, cudaMemcpyHostToDevice);\n"
       "}\n",
       {"2: return cudaMemcpy2D(device, columns * sizeof(float), host, stride * sizeof(float), columns * "
        "sizeof(float), rows, cudaMemcpyHostToDevice);"}},
      {"RowsByOtherNames",
       copy_rows,
       0,
       "cudaError_t call(const float* host, int pitch, float* device, int rows, int columns) {\n"
       "  return cudaMemcpy(device, host, 4 * rows * columns, cudaMemcpyHostToDevice);\n"
       "}\n",
       {}},
      {"UnalignedLoad",
       load_elements,
       2,
       "__global__ void k(const float* a) {\n"
       "  const float4 part = *reinterpret_cast<const float4*>(&a[row * k + i]);\n"
       "}\n",
       {"2: const float4 part = make_float4(a[row * k + i], a[row * k + i + 1], a[row * k + i + 2], a[row * "
        "k + i + 3]);"}},
      {"UnalignedStore",
       load_elements,
       2,
       "__global__ void k(float* a) {\n"
       "  *reinterpret_cast<double*>(&a[i]) = 1;\n"
       "}\n",
       {}},
      {"LineWithoutItsEnd",
       end_line,
       0,
       "void f() {\n"
       "  report += number + \" MiB free\";\n"
       "  other += \" GiB\";\n"
       "}\n",
       {"2: report += number + \" MiB free\\n\";"},
       "device 0: 8 MiB free"},
      {"TwoLinesWithoutTheirEnd",
       end_line,
       0,
       "void f() {\n"
       "  report += \" free\";\n"
       "  other += \" MiB free\";\n"
       "}\n",
       {},
       "device 0: 8 MiB free"},
      {"BlockOfTooManyThreads",
       fit_block,
       4,
       "__global__ void k() {}\n"
       "void call(int n) {\n"
       "  const dim3 block(64, 32);\n"
       "  k<<<blocks(n, block.x), block>>>();\n"
       "}\n",
       {"3: const dim3 block(32, 32);"}},
      {"TileOfTooManyThreads",
       fit_block,
       5,
       "constexpr int TILE = 64;\n"
       "__global__ void k() {}\n"
       "cudaError_t call(int n) {\n"
       "  dim3 block(TILE, TILE);\n"
       "  k<<<blocks(n, TILE), block>>>();\n"
       "  return cudaSuccess;\n"
       "}\n",
       {"1: constexpr int TILE = 32;", "6: return cudaGetLastError();"}},
      {"BlockWhoseNumberStandsElsewhere",
       fit_block,
       3,
       "void call(int n) {\n"
       "  const dim3 block(64, 32), grid((n + 63) / 64);\n"
       "  k<<<grid, block>>>();\n"
       "}\n",
       {}},
      {"BlockWhoseNumberTheKernelHas",
       fit_block,
       5,
       "__global__ void k() {\n"
       "  tile[threadIdx.x + 64] = 0;\n"
       "}\n"
       "void call(int n) {\n"
       "  k<<<grid, dim3(64, 32)>>>();\n"
       "}\n",
       {}},
      {"SharedMemoryUnasked",
       ask_for_shared_memory,
       2,
       "__global__ void k() {\n"
       "  extern __shared__ float shared[];\n"
       "  float(*a)[TILE] = reinterpret_cast<float(*)[TILE]>(shared);\n"
       "  float(*b)[TILE] = a + DEPTH;\n"
       "}\n"
       "void call() {\n"
       "  k<<<1, block>>>();\n"
       "}\n",
       {"7: k<<<1, block, 2 * DEPTH * TILE * sizeof(float)>>>();"}},
      {"SharedMemoryOfThreeTiles",
       ask_for_shared_memory,
       2,
       "__global__ void k() {\n"
       "  extern __shared__ float shared[];\n"
       "  float(*a)[TILE] = reinterpret_cast<float(*)[TILE]>(shared);\n"
       "  float(*b)[TILE] = a + DEPTH;\n"
       "  float(*c)[TILE] = b + DEPTH;\n"
       "}\n"
       "void call() {\n"
       "  k<<<1, block>>>();\n"
       "}\n",
       {}},
      {"MoreSharedMemory",
       raise_shared_memory,
       2,
       "void call() {\n"
       "  k<<<1, 32, 2 * bytes, stream>>>(a);\n"
       "}\n",
       {"1+ cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * bytes);"}},
      {"NoSharedMemory",
       raise_shared_memory,
       2,
       "void call() {\n"
       "  k<<<1, 32>>>(a);\n"
       "}\n",
       {}},
      {"OneBlockForAll",
       cover_all,
       0,
       "__global__ void k(float* x, int count) {\n"
       "  int i = blockIdx.x * 256 + threadIdx.x;\n"
       "  if (i >= count) return;\n"
       "}\n"
       "void f(int n) {\n"
       "  k<<<1, 256>>>(x, n);\n"
       "}\n",
       {"6: k<<<static_cast<unsigned>((n + 256 - 1) / 256), 256>>>(x, n);"}},
      {"OneBlockIsMeant",
       cover_all,
       0,
       "__global__ void k(float* x, int count) {\n"
       "  for (int i = threadIdx.x; i < count; i += 256) x[i] = 0;\n"
       "}\n"
       "void f(int n) {\n"
       "  k<<<1, 256>>>(x, n);\n"
       "}\n",
       {}},
      {"OneStepOfMany",
       launch_each_step,
       0,
       "void call(float* x, int n, int steps) {\n"
       "  if (steps < 1) return;\n"
       "  k<<<n, 256>>>(x, n);\n"
       "}\n",
       {"3: for (int step = 0; step < steps; ++step) k<<<n, 256>>>(x, n);"}},
      {"StepsInALoop",
       launch_each_step,
       0,
       "void call(float* x, int n, int steps) {\n"
       "  for (int i = 1; i < steps; ++i) {\n"
       "    k<<<n, 256>>>(x, n);\n"
       "  }\n"
       "}\n",
       {}},
      {"CallOnTrial",
       remove_trial,
       2,
       "R call(Kernel kernel, int n) {\n"
       "  if (kernel(nullptr, nullptr, nullptr, 0, 0, 0, nullptr) == cudaSuccess) return {};\n"
       "  kernel(a, b, c, n, n, n, nullptr);\n"
       "}\n",
       {"2: "}},
      {"CallOfAnotherSize",
       remove_trial,
       2,
       "R call(Kernel kernel, int n) {\n"
       "  kernel(a, b, c, n, n, 1, nullptr);\n"
       "}\n",
       {}},
      {"OneCallTooMany",
       remove_last_call,
       5,
       "R call(Kernel kernel, int n) {\n"
       "  for (int i = 0; i < n; ++i) {\n"
       "    kernel(a, i);\n"
       "  }\n"
       "  if (ok) kernel(a, 0);\n"
       "}\n",
       {"5: "}},
      {"OneCallOfALambdaTooMany",
       remove_last_call,
       2,
       "R call(Kernel kernel, int n) {\n"
       "  const auto once = [&] { kernel(a, n); };\n"
       "  for (int i = 0; i < n; ++i) {\n"
       "    once();\n"
       "  }\n"
       "  once();\n"
       "}\n",
       {"6: "}},
      {"LastCallInTheLoop",
       remove_last_call,
       3,
       "R call(Kernel kernel, int n) {\n"
       "  for (int i = 0; i <= n; ++i) {\n"
       "    kernel(a, i);\n"
       "  }\n"
       "}\n",
       {}},
      {"NothingWarmsUp",
       warm_up,
       2,
       "R call(Kernel kernel, int n) {\n"
       "  const auto once = [&] { keep(kernel(a, n)); };\n"
       "  keep(cudaEventRecord(start));\n"
       "  for (int i = 0; i < n; ++i) {\n"
       "    once();\n"
       "  }\n"
       "}\n",
       {"2+ once(); cudaDeviceSynchronize();"}},
      {"NothingWarmsUpWithoutALambda",
       warm_up,
       4,
       "R call(Kernel kernel, int n) {\n"
       "  cudaEventRecord(start);\n"
       "  for (int i = 0; i < n; ++i) {\n"
       "    ok = kernel(a, n);\n"
       "  }\n"
       "}\n",
       {"1+ ok = kernel(a, n); cudaDeviceSynchronize();"}},
      {"CallThatDependsOnTheLoop",
       warm_up,
       4,
       "R call(Kernel kernel, int n) {\n"
       "  cudaEventRecord(start);\n"
       "  for (int i = 0; i < n; ++i) {\n"
       "    kernel(a, i);\n"
       "  }\n"
       "}\n",
       {}},
      {"EventsSwapped",
       swap_events,
       0,
       "R call() {\n"
       "  cudaEventElapsedTime(&ms, events[i + 1], events[i]);\n"
       "}\n",
       {"2: cudaEventElapsedTime(&ms, events[i], events[i + 1]);"}},
      {"TwoTimes",
       swap_events,
       0,
       "R call() {\n"
       "  cudaEventElapsedTime(&ms, b, a);\n"
       "  cudaEventElapsedTime(&other, a, c);\n"
       "}\n",
       {}},
      {"NumbersDrawnAnew",
       replay_numbers,
       0,
       "Tensor checkpoint(const F& fn, const Tensor& x, Generator& generator) {\n"
       "  return with_gradient(y, {x}, [=, &generator](const Tensor& grad) {\n"
       "    fn(operand).backward(grad);\n"
       "    return operand.grad();\n"
       "  });\n"
       "}\n",
       {"1+ const auto numbers_from = generator.position();",
        "2+ const auto numbers_to = generator.position(); generator.set_position(numbers_from);",
        "3+ generator.set_position(numbers_to);"}},
      {"NumbersOfACopy",
       replay_numbers,
       0,
       "Tensor checkpoint(const F& fn, const Tensor& x, Generator& generator) {\n"
       "  return with_gradient(y, {x}, [=](const Tensor& grad) {\n"
       "    fn(operand).backward(grad);\n"
       "  });\n"
       "}\n",
       {}},
      {"PolicyForgotten",
       replay_policy,
       0,
       "Tensor checkpoint(const F& fn, const Tensor& x, Generator& generator) {\n"
       "  return with_gradient(y, {x}, [=](const Tensor& grad) {\n"
       "    fn(operand).backward(grad);\n"
       "  });\n"
       "}\n",
       {"1+ const CastPolicy policy_then = cast_policy();", "2+ const CastScope as_then(policy_then);"}},
      {"PolicyKnown",
       replay_policy,
       0,
       "Tensor checkpoint(const F& fn, const Tensor& x) {\n"
       "  return with_gradient(y, {x}, [=](const Tensor& grad) {\n"
       "    const CastScope then(policy);\n"
       "    fn(operand).backward(grad);\n"
       "  });\n"
       "}\n",
       {}},
      {"PeakOfAllPasses",
       start_peak_anew,
       0,
       "V call(const Tensor& x) {\n"
       "  const auto before = memory_stats(x.device()).allocated;\n"
       "  pass();\n"
       "  peaks.push_back(memory_stats(x.device()).peak - before);\n"
       "}\n",
       {"2+ reset_peak(x.device());"}},
      {"PeakOfThisPass",
       start_peak_anew,
       0,
       "V call(const Tensor& x) {\n"
       "  const auto before = memory_stats(0).allocated;\n"
       "  reset_peak(0);\n"
       "  peaks.push_back(memory_stats(0).peak - before);\n"
       "}\n",
       {}},
  };
}

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfTheHost, testing::ValuesIn(examples_of_host()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
