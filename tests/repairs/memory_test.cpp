// Events, allocations and copies of the host.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfMemory : public testing::TestWithParam<Example> {};

TEST_P(RepairOfMemory, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_memory() {
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
  };
}

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfMemory, testing::ValuesIn(examples_of_memory()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
