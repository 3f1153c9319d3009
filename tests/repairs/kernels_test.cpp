// Barriers, sums, softmax and steps of kernels.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfAKernel : public testing::TestWithParam<Example> {};

TEST_P(RepairOfAKernel, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_kernels() {
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
      {"SumInHalf",
       use_float,
       3,
       "__global__ void k(int n) {\n"
       "  __half sum = __float2half(0.0f);\n"
       "  for (;;) sum = __hadd(sum, __float2half(a[i] * b[i]));\n"
       "  c[0] = __half2float(sum) / n;\n"
       "}\n",
       {"2: float sum = (0.0f);", "3: for (;;) sum = (sum + (a[i] * b[i]));", "4: c[0] = (sum) / n;"}},
      {"PairsOfHalves",
       use_float,
       2,
       "__global__ void k(int n) {\n"
       "  __half2 sum = __hadd2(sum, sum);\n"
       "}\n",
       {}},
      {"RoundedTooEarly",
       drop_rounding,
       2,
       "template <class T> __global__ void k(T* y) {\n"
       "  y[i] = static_cast<T>(static_cast<float>(static_cast<T>(sum)) / root);\n"
       "}\n",
       {"2: y[i] = static_cast<T>(sum / root);"}},
      {"RoundedOnce",
       drop_rounding,
       2,
       "template <class T> __global__ void k(T* y) {\n"
       "  y[i] = static_cast<T>(static_cast<float>(x[i]) / root);\n"
       "}\n",
       {}},
      {"RootOfWholeNumbers",
       keep_root,
       2,
       "__global__ void k(int d) {\n"
       "  const float scale = 1 / static_cast<int>(sqrtf(static_cast<float>(d)));\n"
       "}\n",
       {"2: const float scale = 1 / sqrtf(static_cast<float>(d));"}},
      {"RootOfWholeNumbersInC",
       keep_root,
       2,
       "__global__ void k(int d) {\n"
       "  float scale = 1 / (int)sqrtf((float)d);\n"
       "}\n",
       {"2: float scale = 1 / sqrtf((float)d);"}},
      {"RootOfFloats",
       keep_root,
       2,
       "__global__ void k(int d) {\n"
       "  float scale = 1 / sqrtf((float)d);\n"
       "}\n",
       {}},
      {"GreatestNotSubtracted",
       subtract_greatest,
       3,
       "__global__ void k(int n) {\n"
       "  for (;;) most = fmaxf(most, x[i]);\n"
       "  for (;;) sum += expf(x[i]);\n"
       "}\n",
       {"3: for (;;) sum += expf(x[i] - most);"}},
      {"GreatestOfTwo",
       subtract_greatest,
       3,
       "__global__ void k(int n) {\n"
       "  for (;;) most = fmaxf(most, x[i]), other = fmaxf(other, y[i]);\n"
       "  for (;;) sum += expf(x[i]);\n"
       "}\n",
       {}},
      {"GreatestSubtracted",
       subtract_greatest,
       3,
       "__global__ void k(int n) {\n"
       "  for (;;) most = fmaxf(most, x[i]);\n"
       "  for (;;) sum += expf(x[i] - most);\n"
       "}\n",
       {}},
      {"MaskedRow",
       clear_masked_rows,
       3,
       "__global__ void k(int n) {\n"
       "  for (;;) most = fmaxf(most, x[i]);\n"
       "  y[i] = static_cast<T>(expf(x[i] - most) / sum);\n"
       "}\n",
       {"3: y[i] = static_cast<T>(most == -INFINITY ? 0.0f : expf(x[i] - most) / sum);"}},
      {"RowWithoutExp",
       clear_masked_rows,
       3,
       "__global__ void k(int n) {\n"
       "  for (;;) most = fmaxf(most, x[i]);\n"
       "  y[i] = most;\n"
       "}\n",
       {}},
      {"BlindRow",
       clear_blind_rows,
       2,
       "__global__ void k(int n) {\n"
       "  for (;;) o[i] = weights.o[i] / weights.sum;\n"
       "}\n",
       {"2: for (;;) o[i] = weights.sum == 0 ? 0 : weights.o[i] / weights.sum;"}},
      {"RowThatIsNotDivided",
       clear_blind_rows,
       2,
       "__global__ void k(int n) {\n"
       "  o[i] = sum;\n"
       "}\n",
       {}},
      {"LogarithmAlone",
       add_greatest,
       3,
       "__global__ void k(int n) {\n"
       "  const float weight = expf(score - run.greatest);\n"
       "  lse[row] = logf(run.sum);\n"
       "}\n",
       {"3: lse[row] = run.greatest + logf(run.sum);"}},
      {"LogarithmOfTwoGreatest",
       add_greatest,
       3,
       "__global__ void k(int n) {\n"
       "  weight = expf(score - now) * expf(before - then);\n"
       "  lse[row] = logf(sum);\n"
       "}\n",
       {}},
      {"ScoresNotScaled",
       scale_scores,
       2,
       "__global__ void k(T* s, int depth) {\n"
       "  s[row] = static_cast<T>(sum);\n"
       "}\n",
       {"2: s[row] = static_cast<T>(sum / sqrtf(static_cast<float>(depth)));"}},
      {"ScoresOfNoDepth",
       scale_scores,
       2,
       "__global__ void k(T* s, int n) {\n"
       "  s[row] = static_cast<T>(sum);\n"
       "}\n",
       {}},
      {"SumNotScaled",
       scale_sum,
       5,
       "__global__ void k(int n) {\n"
       "  const float factor = expf(old - now);\n"
       "  for (int x = 0; x < D; ++x) o[x] *= factor;\n"
       "  const float weight = expf(score - now);\n"
       "  sum += weight;\n"
       "}\n",
       {"2+ sum *= factor;"}},
      {"SumWithoutAFactor",
       scale_sum,
       3,
       "__global__ void k(int n) {\n"
       "  const float weight = expf(score - now);\n"
       "  sum += weight;\n"
       "}\n",
       {}},
      {"OutputNotScaled",
       scale_output,
       10,
       "template <int D>\n"
       "struct Run {\n"
       "  void raise(float next) {\n"
       "    const float factor = expf(greatest - next);\n"
       "    sum *= factor;\n"
       "  }\n"
       "  float o[D], sum, greatest;\n"
       "};\n"
       "__global__ void k(int n) {\n"
       "  const float weight = expf(score - run.greatest);\n"
       "  run.sum += weight;\n"
       "  for (int x = 0; x < D; ++x) run.o[x] += weight * v[x];\n"
       "}\n",
       {"4+ for (int x = 0; x < D; ++x) o[x] *= factor;"}},
      {"OutputOfAnUnknownBound",
       scale_output,
       6,
       "void raise(float next) {\n"
       "  const float factor = expf(greatest - next);\n"
       "  sum *= factor;\n"
       "}\n"
       "__global__ void k(int n) {\n"
       "  const float weight = expf(score - run.greatest);\n"
       "  run.sum += weight;\n"
       "  for (int x = 0; x < D; ++x) run.o[x] += weight * v[x];\n"
       "}\n",
       {}},
      {"KeysPastTheEnd",
       skip_keys,
       3,
       "__global__ void k(const float* q, int keys) {\n"
       "  for (int first = 0; first < keys; first += tile) {\n"
       "    for (int key = 0; key < tile; ++key) sum += expf(scores[key] - most);\n"
       "  }\n"
       "}\n",
       {"3: for (int key = 0; key < tile; ++key) sum += (first + key < keys ? expf(scores[key] - most) : "
        "0);"}},
      {"KeysWithoutTiles",
       skip_keys,
       2,
       "__global__ void k(const float* q, int keys) {\n"
       "  for (int key = 0; key < keys; ++key) sum += expf(scores[key] - most);\n"
       "}\n",
       {}},
      {"OwnKeyHidden",
       see_own_key,
       2,
       "__global__ void k(int queries, int keys, bool causal) {\n"
       "  const int query = blockIdx.x * 64 + threadIdx.x;\n"
       "  const int seen = causal ? min(keys, query + ahead) : keys;\n"
       "}\n",
       {"3: const int seen = causal ? min(keys, query + ahead + 1) : keys;"}},
      {"ReachOfABlock",
       see_own_key,
       2,
       "__global__ void k(int queries, int keys, bool causal) {\n"
       "  const int seen = causal ? min(keys, blockIdx.x * 64 + ahead) : keys;\n"
       "}\n",
       {}},
      {"MaskFromTheFirstKey",
       count_from_last_key,
       2,
       "__global__ void k(int queries, int keys, bool causal) {\n"
       "  const int query = blockIdx.x * 64 + threadIdx.x;\n"
       "  const int seen = causal ? min(keys, query + 1) : keys;\n"
       "}\n",
       {"3: const int seen = causal ? min(keys, query + 1 + keys - queries) : keys;"}},
      {"MaskFromTheLastKey",
       count_from_last_key,
       2,
       "__global__ void k(int queries, int keys, bool causal) {\n"
       "  const int query = blockIdx.x * 64 + threadIdx.x;\n"
       "  const int seen = causal ? min(keys, query + 1 + keys - queries) : keys;\n"
       "}\n",
       {}},
      {"SumsOfSingleThreads",
       combine_sums,
       3,
       "__global__ void k(int n) {\n"
       "  float sum = 0;\n"
       "  for (int i = threadIdx.x; i < n; i += 128) sum += x[i];\n"
       "  c[0] = sum;\n"
       "}\n",
       {"3+ __shared__ float total; if (threadIdx.x == 0) total = 0; __syncthreads(); atomicAdd(&total, "
        "sum); __syncthreads(); sum = total; __syncthreads();"}},
      {"TwoSumsOfSingleThreads",
       combine_sums,
       3,
       "__global__ void k(int n) {\n"
       "  for (int i = threadIdx.x; i < n; i += 128) sum += x[i];\n"
       "  for (int i = threadIdx.x; i < n; i += 128) more += x[i];\n"
       "}\n",
       {}},
      {"ReductionFromAQuarter",
       reduce_from_half,
       0,
       "__device__ float all(float value) {\n"
       "  for (int step = threads / 4; step > 0; step /= 2) {\n"
       "  }\n"
       "}\n",
       {"2: for (int step = threads / 2; step > 0; step /= 2) {"}},
      {"ReductionFromAHalf",
       reduce_from_half,
       0,
       "__device__ float all(float value) {\n"
       "  for (int step = threads / 2; step > 0; step /= 2) {\n"
       "  }\n"
       "}\n",
       {}},
      {"NaNPasses",
       find_all_infinite,
       2,
       "__global__ void k(int n) {\n"
       "  finite = finite && !isinf(value);\n"
       "}\n",
       {"2: finite = finite && isfinite(value);"}},
      {"InfIsFound",
       find_all_infinite,
       2,
       "__global__ void k(int n) {\n"
       "  if (isinf(value)) found = true;\n"
       "}\n",
       {"2: if (!isfinite(value)) found = true;"}},
      {"NaNIsFoundElsewhere",
       find_all_infinite,
       2,
       "__global__ void k(int n) {\n"
       "  if (isinf(value) || isnan(value)) found = true;\n"
       "}\n",
       {}},
      {"LengthWithoutARoot",
       take_root,
       0,
       "float call(int n) {\n"
       "  const float norm = static_cast<float>(squares);\n"
       "  return norm;\n"
       "}\n",
       {"2: const float norm = std::sqrt(static_cast<float>(squares));"}},
      {"LengthWithItsRoot",
       take_root,
       0,
       "float call(int n) {\n"
       "  const float norm = std::sqrt(squares);\n"
       "  return norm;\n"
       "}\n",
       {}},
      {"LengthOfEachTensor",
       use_one_length,
       0,
       "float call(int n) {\n"
       "  const float norm = std::sqrt(squares);\n"
       "  for (Tensor& g : all) {\n"
       "    const float own = std::sqrt(sum(g * g).item());\n"
       "    if (own > limit) g *= limit / own;\n"
       "  }\n"
       "  return norm;\n"
       "}\n",
       {"4: const float own = norm;"}},
      {"LengthOfAll",
       use_one_length,
       0,
       "float call(int n) {\n"
       "  const float norm = std::sqrt(squares);\n"
       "  return norm;\n"
       "}\n",
       {}},
      {"ShortOnesGrow",
       shorten_only,
       0,
       "float call(float limit) {\n"
       "  const float norm = length();\n"
       "  for (Tensor& g : all) g *= limit / norm;\n"
       "  return norm;\n"
       "}\n",
       {"3: for (Tensor& g : all) g *= (norm > limit ? limit / norm : 1.0f);"}},
      {"ShortOnesStay",
       shorten_only,
       0,
       "float call(float limit) {\n"
       "  const float norm = length();\n"
       "  if (norm > limit)\n"
       "    for (Tensor& g : all) g *= limit / norm;\n"
       "  return norm;\n"
       "}\n",
       {}},
      {"DecayGrows",
       add_decay,
       0,
       "__global__ void k() {\n"
       "  master[i] -= s.rate * (change - s.decay * master[i]);\n"
       "}\n",
       {"2: master[i] -= s.rate * (change + s.decay * master[i]);"}},
      {"DecayOfItsOwn",
       add_decay,
       0,
       "__global__ void k() {\n"
       "  master[i] = master[i] - s.decay * master[i];\n"
       "}\n",
       {}},
      {"DecayInTheGradient",
       take_decay_out,
       0,
       "__global__ void k() {\n"
       "  const float g = gradient[i] + s.decay * master[i];\n"
       "  master[i] -= s.rate * change;\n"
       "}\n",
       {"2: const float g = gradient[i];", "3: master[i] -= s.rate * (change + s.decay * master[i]);"}},
      {"DecayInTheUpdate",
       take_decay_out,
       0,
       "__global__ void k() {\n"
       "  const float g = gradient[i];\n"
       "  master[i] -= s.rate * (change + s.decay * master[i]);\n"
       "}\n",
       {}},
      {"BetasSwapped",
       swap_betas,
       0,
       "__global__ void k() {\n"
       "  m = beta2 * m + (1 - beta2) * g;\n"
       "  v = beta1 * v + (1 - beta1) * g * g;\n"
       "}\n",
       {"2: m = beta1 * m + (1 - beta1) * g;", "3: v = beta2 * v + (1 - beta2) * g * g;"}},
      {"BetasOfTwoKernels",
       swap_betas,
       0,
       "__global__ void k() {\n"
       "  m = beta2 * m;\n"
       "  v = beta1 * v;\n"
       "}\n"
       "__global__ void l() {\n"
       "  m = beta2 * m;\n"
       "  v = beta1 * v;\n"
       "}\n",
       {}},
      {"EpsilonInTheRoot",
       take_epsilon_out,
       0,
       "__global__ void k() {\n"
       "  change = m / sqrtf(v / c + s.epsilon);\n"
       "}\n",
       {"2: change = m / (sqrtf(v / c) + s.epsilon);"}},
      {"EpsilonOutsideOfTheRoot",
       take_epsilon_out,
       0,
       "__global__ void k() {\n"
       "  change = m / (sqrtf(v / c) + s.epsilon);\n"
       "}\n",
       {}},
      {"CountedAfterwards",
       count_first,
       0,
       "void Adam::step() {\n"
       "  const float c = 1 - pow(beta, steps_);\n"
       "  launch(c);\n"
       "  ++steps_;\n"
       "}\n",
       {"4: ", "1+ ++steps_;"}},
      {"CountedBefore",
       count_first,
       0,
       "void Adam::step() {\n"
       "  ++steps_;\n"
       "  const float c = 1 - pow(beta, steps_);\n"
       "}\n",
       {}},
      {"MastersOfRoundedParameters",
       keep_master_digits,
       0,
       "void Adam::start() {\n"
       "  masters_.push_back(p.detach().to(low).to(DType::f32).clone());\n"
       "}\n",
       {"2: masters_.push_back(p.detach().clone());"}},
      {"MastersOfParameters",
       keep_master_digits,
       0,
       "void Adam::start() {\n"
       "  masters_.push_back(p.detach().clone());\n"
       "  p.set_data(p.to(low));\n"
       "}\n",
       {}},
  };
}

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfAKernel, testing::ValuesIn(examples_of_kernels()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
