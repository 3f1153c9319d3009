// Each repair, on a source with one place for it, and on one with none or two.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairTest : public testing::TestWithParam<Example> {};

TEST_P(RepairTest, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples() {
  using enum Repair;
  return {
      {"BlocksRoundedDown",
       round_up_blocks,
       0,
       "__global__ void k(int n) {}\n"
       "cudaError_t call(int n, int m) {\n"
       "  const dim3 grid(n / 32, (m + 31) / 32);\n"
       "  k<<<grid, 32>>>(n);\n"
       "  return cudaGetLastError();\n}\n",
       {"3: const dim3 grid((n + 32 - 1) / 32, (m + 31) / 32);"}},
      {"BlocksRoundedDownButOneAtLeast",
       round_up_blocks,
       0,
       "cudaError_t call(int n) {\n"
       "  const int blocks = n < 8 ? 1 : n / 8;\n"
       "  k<<<blocks, 8>>>(n);\n}\n",
       {"2: const int blocks = n < 8 ? 1 : (n + 8 - 1) / 8;"}},
      {"NoDivision", round_up_blocks, 0, "void call(int n) {\n  k<<<blocks(n), 8>>>(n);\n}\n", {}},
      {"TilesCut",
       round_up_tiles,
       2,
       "__global__ void k(int n) {\n"
       "  for (int t = 0; t < n / TILE; ++t) sum += a[t];\n}\n",
       {"2: for (int t = 0; t < (n + TILE - 1) / TILE; ++t) sum += a[t];"}},
      {"LastTileLeftOut",
       round_up_tiles,
       2,
       "__global__ void k(int n) {\n"
       "  for (int start = 0; start + TILE <= n; start += TILE) {\n  }\n}\n",
       {"2: for (int start = 0; start < n; start += TILE) {"}},
      {"StartsAtOne",
       start_at_zero,
       4,
       "__global__ void k(int n) {\n"
       "  float sum = 0;\n"
       "  for (int i = 1; i < n; ++i) sum += a[i];  // all of them\n"
       "  c[0] = sum;\n}\n",
       {"3: for (int i = 0; i < n; ++i) sum += a[i];  // all of them"}},
      {"TwoLoopsStartAtOne",
       start_at_zero,
       2,
       "__global__ void k(int n) {\n"
       "  for (int i = 1; i < n; ++i) sum += a[i];\n"
       "  for (int i = 1; i < n; ++i) sum += b[i];\n}\n",
       {}},
      {"EndsTooEarly",
       end_one_later,
       2,
       "__global__ void k(int n) {\n  for (int i = 0; i < n - 1; ++i) sum += a[i];\n}\n",
       {"2: for (int i = 0; i < n; ++i) sum += a[i];"}},
      {"EndsTooLate",
       end_one_earlier,
       2,
       "__global__ void k(int n) {\n  for (int i = 0; i <= TILE; ++i) sum += a[i];\n}\n",
       {"2: for (int i = 0; i < TILE; ++i) sum += a[i];"}},
      {"ChecksOneTooFew",
       end_one_earlier,
       3,
       "__global__ void k(int n) {\n  if (row > m || col >= n) return;\n  c[row * n + col] = 0;\n}\n",
       {"2: if (row >= m || col >= n) return;"}},
      {"NoBoundIsWrong",
       end_one_earlier,
       3,
       "__global__ void k(int n) {\n  if (row >= m || col >= n) return;\n  c[row * m + col] = 0;\n}\n",
       {}},
      {"IndexOfOneByte",
       widen_index,
       2,
       "__global__ void k(int n) {\n  for (unsigned char i = 0; i < n; ++i) sum += a[i];\n}\n",
       {"2: for (int i = 0; i < n; ++i) sum += a[i];"}},
      {"SumOfWholeNumbers",
       make_sum_float,
       4,
       "__global__ void k(int n) {\n  int sum = 0;\n  for (int i = 0; i < n; ++i) sum += a[i];\n  c[0] = "
       "sum;\n}\n",
       {"2: float sum = 0;"}},
      {"SumSetInTheLoop",
       keep_sum,
       8,
       "__global__ void k(int n) {\n"
       "  float sum = 0.0f;\n"
       "  for (int t = 0; t < n; ++t) {\n"
       "    sum = 0.0f;\n"
       "    for (int i = 0; i < 8; ++i) sum += a[i];\n"
       "  }\n"
       "\n"
       "  c[0] = sum;\n}\n",
       {"4: "}},
      {"SumsNeverSet",
       set_sums,
       6,
       "__global__ void k(int n) {\n"
       "  float sum[4][4];\n"
       "  float other;\n"
       "  sum[0][0] += a[0];\n"
       "  other += 1;\n}\n",
       {"2: float sum[4][4] = {};", "3: float other = 0;"}},
      {"AddsToTheResult",
       store_sum,
       2,
       "__global__ void k(int n) {\n  if (i < n) atomicAdd(&c[i], sum);\n}\n",
       {"2: if (i < n) c[i] = sum;"}},
      {"AddsToTheResultInALoop",
       store_sum,
       2,
       "__global__ void k(int n) {\n  for (int i = 0; i < n; ++i) c[row] += a[i];\n}\n",
       {"1+ c[row] = 0;"}},
      {"SumsTransposed",
       transpose_sums,
       3,
       "__global__ void k(int n) {\n  for (;;) sum[x][y] += a[y] * b[x];\n  c[0] = sum[y][x];\n}\n",
       {"2: for (;;) sum[y][x] += a[y] * b[x];"}},
      {"TilesSwapped",
       swap_tiles,
       2,
       "__global__ void k(int n) {\n  for (;;) sum += b_tile[ty][i] * a_tile[i][tx];\n}\n",
       {"2: for (;;) sum += a_tile[ty][i] * b_tile[i][tx];"}},
      {"TileKeepsElements",
       empty_tiles,
       4,
       "__global__ void k(int n) {\n"
       "  __shared__ float tile[8][8];\n"
       "  if (row < n && x < 8) tile[y][x] = a[row];\n"
       "  if (row < n) c[row] = 1;\n}\n",
       {"3: tile[y][x] = row < n && x < 8 ? a[row] : 0;"}},
      {"OtherComponent",
       match_component,
       4,
       "__global__ void k(int n) {\n"
       "  int row = blockIdx.y * 8 + threadIdx.x;\n"
       "  int col = blockIdx.x * 8 + threadIdx.x;\n"
       "  c[row * n + col] = 0;\n}\n",
       {"2: int row = blockIdx.y * 8 + threadIdx.y;"},
       "threadIdx"},
      {"OtherBlockSize",
       match_component,
       3,
       "__global__ void k(int n) {\n"
       "  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.y + threadIdx.x;\n"
       "  c[row * n + col] = 0;\n}\n",
       {"2: int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;"},
       "blockDim"},
      {"BothComponentsTurned",
       match_component,
       4,
       "__global__ void k(int n) {\n"
       "  int row = blockIdx.y * 8 + threadIdx.x;\n"
       "  int col = blockIdx.x * 8 + threadIdx.y;\n"
       "  c[row * n + col] = 0;\n}\n",
       {},
       "threadIdx"},
      {"GridTurned",
       swap_grid,
       0,
       "cudaError_t call(int m, int n) {\n"
       "  dim3 grid(blocks(m, 8), blocks(n, 8)), block(8, 8);\n"
       "  k<<<grid, block>>>(n);\n}\n",
       {"2: dim3 grid(blocks(n, 8), blocks(m, 8)), block(8, 8);"}},
      {"LaunchTurned",
       swap_grid_and_block,
       0,
       "cudaError_t call(int m, int n) {\n  k<<<block, grid, 0, stream>>>(n);\n}\n",
       {"2: k<<<grid, block, 0, stream>>>(n);"}},
      {"LaunchInTheDefaultStream",
       use_stream,
       2,
       "cudaError_t call(int n, cudaStream_t mine) {\n  k<<<dim3(n, 2), 8>>>(n);\n}\n",
       {"2: k<<<dim3(n, 2), 8, 0, mine>>>(n);"}},
      {"CopyInTheDefaultStream",
       use_stream,
       2,
       "cudaError_t call(int n, cudaStream_t mine) {\n  return cudaMemcpyAsync(a, b, n, "
       "cudaMemcpyDefault);\n}\n",
       {"2: return cudaMemcpyAsync(a, b, n, cudaMemcpyDefault, mine);"}},
      {"NoStreamToTake", use_stream, 2, "cudaError_t call(int n) {\n  k<<<n, 8>>>(n);\n}\n", {}},
      {"DoublePrecision",
       use_single_precision,
       2,
       "__global__ void k(float* x, int n) {\n  x[0] = 0.5 * exp(x[0]) + 1e-3 + 2.0f + 1;\n}\n",
       {"2: x[0] = 0.5f * expf(x[0]) + 1e-3f + 2.0f + 1;"}},
      {"SizesNotChecked",
       check_sizes,
       0,
       "cudaError_t call(const float* a, int m, size_t n, int stride) {\n  return cudaSuccess;\n}\n",
       {"1+ if (m < 1 || n < 1) return cudaErrorInvalidValue;"}},
      {"ASizeWithoutAName", check_sizes, 0, "cudaError_t call(int m, int) {\n  return cudaSuccess;\n}\n", {}},
      {"WrongDirection",
       turn_copy,
       2,
       "cudaError_t call(const float* a, float* c) {\n  return cudaMemcpy(on_device, a, 4, "
       "cudaMemcpyDeviceToHost);\n}\n",
       {"2: return cudaMemcpy(on_device, a, 4, cudaMemcpyHostToDevice);"}},
      {"PointersTurned",
       turn_copy,
       2,
       "cudaError_t call(const float* a, float* c) {\n  return cudaMemcpy(on_device, c, 4, "
       "cudaMemcpyDeviceToHost);\n}\n",
       {"2: return cudaMemcpy(c, on_device, 4, cudaMemcpyDeviceToHost);"}},
      {"NeitherIsKnown",
       turn_copy,
       3,
       "cudaError_t call(int n) {\n  float mine[4];\n  return cudaMemcpy(on_device, mine, 4, "
       "cudaMemcpyDeviceToHost);\n}\n",
       {}},
      {"ElementsForBytes",
       copy_bytes,
       0,
       "cudaError_t call(const float* a, int n) {\n"
       "  const int all = n, bytes = all * sizeof(float);\n"
       "  cudaMalloc(&p, bytes);\n"
       "  return cudaMemcpy(p, a, n, cudaMemcpyHostToDevice);\n}\n",
       {"4: return cudaMemcpy(p, a, n * sizeof(float), cudaMemcpyHostToDevice);"}},
      {"NeverCopiedBack",
       copy_back,
       0,
       "cudaError_t call(const float* a, float* c, int n) {\n"
       "  cudaMemcpy(p, a, n * 4, cudaMemcpyHostToDevice);\n"
       "  k<<<1, n>>>(p, q, n);\n"
       "  return cudaSuccess;\n}\n",
       {"4: return cudaMemcpy(c, q, n * 4, cudaMemcpyDeviceToHost);"}},
      {"ACallTooMany", remove_call, 2, "void call() {\n  cudaFree(p);  // again\n}\n", {"2: // again"}},
      {"ACallInACondition", remove_call, 3, "void call() {\n  if (p)\n    cudaFree(p);\n}\n", {}},
      {"NeverFreed",
       free_memory,
       2,
       "cudaError_t call() {\n  cudaMalloc(&p, 4);\n  return cudaGetLastError();\n}\n",
       {"3: const cudaError_t result = cudaGetLastError(); cudaFree(p); return result;"}},
      {"FreedAlready",
       free_memory,
       2,
       "cudaError_t call() {\n  cudaMalloc(&p, 4);\n  cudaFree(p);\n  return cudaSuccess;\n}\n",
       {}},
      {"NoReturn",
       return_error,
       3,
       "cudaError_t call() {\n  k<<<1, 1>>>();\n}\n",
       {"2+ return cudaGetLastError();"}},
      {"ClockStopsTooEarly",
       synchronise,
       3,
       "void call() {\n  work();\n  stop = now();\n}\n",
       {"2+ cudaDeviceSynchronize();"}},
      {"InALoopWithoutBraces", synchronise, 3, "void call() {\n  for (;;)\n    stop = now();\n}\n", {}},
      {"EventsNotReached",
       wait_for_event,
       3,
       "void call() {\n  work();\n  keep(cudaEventElapsedTime(&ms, begin, end.event));\n}\n",
       {"2+ cudaEventSynchronize(end.event);"}},
      {"RowsTooLong",
       set_row_length,
       2,
       "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  sum += a[row * k + i] * b[i * k + col];\n}\n",
       {"2: sum += a[row * k + i] * b[i * n + col];"},
       "b",
       "n"},
      {"RowsTooLongByOtherNames",
       set_row_length,
       2,
       "__global__ void k(const float* x, const float* y, float* z, int rows, int cols, int depth) {\n"
       "  z[r * rows + q] = sum;\n}\n",
       {"2: z[r * cols + q] = sum;"},
       "c",
       "n"},
      {"TwoElementsOfIt",
       set_row_length,
       2,
       "__global__ void k(const float* a, float* c, int n) {\n"
       "  c[row * k + col] = c[row * k + 1 + col];\n}\n",
       {},
       "c",
       "n"},
      {"ResultTransposed",
       transpose_index,
       2,
       "__global__ void k(const float* A, const float* B, float* C, int M, int N) {\n"
       "  C[(col + 1) * M + row] = sum;\n}\n",
       {"2: C[row * N + (col + 1)] = sum;"},
       "c",
       "n"},
      {"TileWithoutItsStart",
       add_tile_start,
       3,
       "__global__ void k(const float* a, const float* b, float* c, int n, int k) {\n"
       "  for (int start = 0; start < k; start += TILE) {\n"
       "    tile[ty][tx] = b[ty * n + col];\n  }\n}\n",
       {"3: tile[ty][tx] = b[(start + ty) * n + col];"},
       "b"},
      {"TileWithoutItsNumber",
       add_tile_start,
       3,
       "__global__ void k(const float* a, const float* b, float* c, int n, int k) {\n"
       "  for (int t = 0; t < k / TILE; ++t) {\n"
       "    tile[ty][tx] = a[row * k + tx];\n  }\n}\n",
       {"3: tile[ty][tx] = a[row * k + t * TILE + tx];"},
       "a"},
      {"GridForSquares",
       size_grid,
       3,
       "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  int row = blockIdx.y * 8 + threadIdx.y, col = blockIdx.x * 8 + threadIdx.x;\n"
       "  c[row * n + col] = 0;\n}\n"
       "void call(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  dim3 grid((n + 7) / 8, (n + 7) / 8), block(8, 8);\n"
       "  k<<<grid, block>>>(a, b, c, m, n, k);\n}\n",
       {"6: dim3 grid((n + 7) / 8, (m + 7) / 8), block(8, 8);"},
       "rows",
       "m"},
      {"BoundsNeverChecked",
       check_bounds,
       4,
       "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  int row = blockIdx.y * 8 + threadIdx.y;\n"
       "  int col = blockIdx.x * 8 + threadIdx.x;\n"
       "  c[row * n + col] = a[row];\n}\n",
       {"3+ if (row >= m || col >= n) return;"}},
      {"BoundsCheckedAlready",
       check_bounds,
       4,
       "__global__ void k(const float* a, const float* b, float* c, int m, int n, int k) {\n"
       "  int row = blockIdx.y * 8 + threadIdx.y;\n"
       "  int col = blockIdx.x * 8 + threadIdx.x;\n"
       "  if (row < m) c[row * n + col] = a[row];\n}\n",
       {}},
      {"EachThreadPrints",
       remove_print,
       0,
       "__global__ void k(int n) {\n  printf(\"%d\", n);\n}\nvoid f() {\n  printf(\"all\");\n}\n",
       {"2: "}},
      {"BarrierUnderACondition",
       lift_barrier,
       2,
       "__global__ void k(int n) {\n  if (row < n) __syncthreads();\n}\n",
       {"2: __syncthreads();"}},
  };
}

INSTANTIATE_TEST_SUITE_P(Examples, RepairTest, testing::ValuesIn(examples()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Repairs, HostileTextChangesNothingAndEnds) {
  for (const char* text :
       {"", "(((((", ")))}}}", "for (int i = 1;", "__global__ void k() {", "<<<>>>", "a[", "dim3 ("})
    for (int repair = 0; repair <= static_cast<int>(Repair::swap_events); ++repair)
      for (int line = 0; line < 3; ++line)
        EXPECT_TRUE(repaired(static_cast<Repair>(repair), {"a.cu", text, line, "k"}).empty())
            << text << repair;
}

}  // namespace
}  // namespace gridmark::repairs
