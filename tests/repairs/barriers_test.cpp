// Loops, operands, barriers and shared memory of kernels.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfABarrier : public testing::TestWithParam<Example> {};

TEST_P(RepairOfABarrier, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_barriers() {
  using enum Repair;
  return {
      {"LoopWithoutAStep",
       advance_loop,
       2,
       "__global__ void k(int n) {\n"
       "  for (int i = 0; i < n;) {\n"
       "    sum += a[i];\n"
       "  }\n"
       "}\n",
       {"2: for (int i = 0; i < n; ++i) {"}},
      {"TileLoopWithoutAStep",
       advance_loop,
       2,
       "__global__ void k(int n) {\n"
       "  for (int start = 0; start < n;) {\n"
       "    for (int i = 0; i < TILE; ++i) sum += tile[i];\n"
       "  }\n"
       "}\n",
       {"2: for (int start = 0; start < n; start += TILE) {"}},
      {"LoopOfTwoTiles",
       advance_loop,
       2,
       "__global__ void k(int n) {\n"
       "  for (int start = 0; start < n;) {\n"
       "    for (int i = 0; i < TILE; ++i) sum += tile[i];\n"
       "    for (int i = 0; i < OTHER; ++i) sum += other[i];\n"
       "  }\n"
       "}\n",
       {}},
      {"OperandsSwapped",
       swap_operands,
       2,
       "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  for (;;) sum += b[row * k + i] * a[i * n + col];\n"
       "}\n",
       {"2: for (;;) sum += a[row * k + i] * b[i * n + col];"}},
      {"OperandsReadTwice",
       swap_operands,
       2,
       "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  sum += b[row * k + i] * a[i * n + col] + a[row * k + 1];\n"
       "}\n",
       {}},
      {"RowOfAnArray",
       match_row_length,
       3,
       "__global__ void k(const float* q, float* o, int d) {\n"
       "  own = q[row * d + x];\n"
       "  o[row * D + x] = own;\n"
       "}\n",
       {"3: o[row * d + x] = own;"}},
      {"RowsOfTwoLengths",
       match_row_length,
       4,
       "__global__ void k(const float* q, float* o, int d) {\n"
       "  own = q[row * d + x];\n"
       "  own += v[row * e + x];\n"
       "  o[row * D + x] = own;\n"
       "}\n",
       {}},
      {"BarrierAtTheStartOfABranch",
       lift_barrier,
       3,
       "__global__ void k(int n) {\n"
       "  if (row < n) {\n"
       "    __syncthreads();  // all\n"
       "    sum += tile[0];\n"
       "  }\n"
       "}\n",
       {"3: // all", "1+ __syncthreads();"}},
      {"BarrierAtTheEndOfABranch",
       lift_barrier,
       4,
       "__global__ void k(int n) {\n"
       "  if (row < n) {\n"
       "    tile[0] = 1;\n"
       "    __syncthreads();\n"
       "  }\n"
       "}\n",
       {"4: ", "5+ __syncthreads();"}},
      {"BarrierInTheMiddleOfABranch",
       lift_barrier,
       4,
       "__global__ void k(int n) {\n"
       "  if (row < n) {\n"
       "    tile[0] = 1;\n"
       "    __syncthreads();\n"
       "    sum += tile[1];\n"
       "  }\n"
       "}\n",
       {}},
      {"BarrierInTwoBranches",
       lift_barrier,
       3,
       "__global__ void k(int n) {\n"
       "  if (row < n) {\n"
       "    __syncthreads();\n"
       "  } else {\n"
       "    sum = 0;\n"
       "  }\n"
       "}\n",
       {}},
      {"ReturnBeforeBarriers",
       return_later,
       2,
       "__global__ void k(const float* a, float* c, int n) {\n"
       "  if (row >= n) return;\n"
       "  for (int t = 0; t < n; ++t) {\n"
       "    tile[x] = t < n ? a[t] : 0;\n"
       "    __syncthreads();\n"
       "  }\n"
       "  c[row] = sum;\n"
       "}\n",
       {"2: ", "6+ if (row >= n) return;"}},
      {"ReturnBeforeAGuardedStore",
       return_later,
       2,
       "__global__ void k(const float* a, float* c, int n) {\n"
       "  if (row >= n) return;\n"
       "  __syncthreads();\n"
       "  if (row < n) c[row] = sum;\n"
       "}\n",
       {"2: "}},
      {"ReturnBeforeAMemberOfTheSameName",
       return_later,
       2,
       "__global__ void k(const float* a, float* o, int n) {\n"
       "  if (row >= n) return;\n"
       "  __syncthreads();\n"
       "  run.o[x] = 1;\n"
       "  __syncthreads();\n"
       "  o[row] = sum;\n"
       "}\n",
       {"2: ", "5+ if (row >= n) return;"}},
      {"ReturnThatGuardsALoad",
       return_later,
       2,
       "__global__ void k(const float* a, float* c, int n) {\n"
       "  if (row >= n) return;\n"
       "  tile[x] = a[row];\n"
       "  __syncthreads();\n"
       "  c[row] = sum;\n"
       "}\n",
       {}},
      {"LanesStayAway",
       let_all_lanes_shuffle,
       2,
       "__global__ void k() {\n"
       "  if (lane < step) sum += __shfl_down_sync(0xffffffff, sum, step);\n"
       "}\n",
       {"2: sum += __shfl_down_sync(0xffffffff, sum, step);"}},
      {"LanesOfAnotherCondition",
       let_all_lanes_shuffle,
       2,
       "__global__ void k() {\n"
       "  if (row < n) sum += __shfl_down_sync(0xffffffff, sum, step);\n"
       "}\n",
       {}},
      {"SumOfAllThreads",
       own_variable,
       3,
       "__global__ void k(int n) {\n"
       "  __shared__ float sum;\n"
       "  sum = 0;\n"
       "  c[threadIdx.x] = sum;\n"
       "}\n",
       {"2: float sum;"}},
      {"SumThatIsATotal",
       own_variable,
       3,
       "__global__ void k(int n) {\n"
       "  __shared__ float sum;\n"
       "  sum = 0;\n"
       "  c[blockIdx.x] = sum;\n"
       "}\n",
       {}},
      {"SumThatThreadsShare",
       own_variable,
       3,
       "__global__ void k(int n) {\n"
       "  __shared__ float sum;\n"
       "  sum = 0;\n"
       "  __syncthreads();\n"
       "  c[0] = sum;\n"
       "}\n",
       {}},
      {"ColumnsOfOneBank",
       pad_rows,
       4,
       "__global__ void k(int n) {\n"
       "  __shared__ float a[T][T], b[T][T];\n"
       "  const int tx = threadIdx.x, ty = threadIdx.y;\n"
       "  sum += a[ty][i] * b[tx][i];\n"
       "}\n",
       {"2: __shared__ float a[T][T], b[T][T + 1];"}},
      {"RowsOfAllBanks",
       pad_rows,
       4,
       "__global__ void k(int n) {\n"
       "  __shared__ float a[T][T], b[T][T];\n"
       "  const int tx = threadIdx.x, ty = threadIdx.y;\n"
       "  sum += a[ty][i] * b[i][tx];\n"
       "}\n",
       {}},
  };
}

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfABarrier, testing::ValuesIn(examples_of_barriers()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
