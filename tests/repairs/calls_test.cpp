// Launches, timing and random numbers of the host.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfACall : public testing::TestWithParam<Example> {};

TEST_P(RepairOfACall, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_calls() {
  using enum Repair;
  return {
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

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfACall, testing::ValuesIn(examples_of_calls()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
