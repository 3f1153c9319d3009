// Precision, softmax and attention in kernels.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfASoftmax : public testing::TestWithParam<Example> {};

TEST_P(RepairOfASoftmax, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_softmax() {
  using enum Repair;
  return {
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
  };
}

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfASoftmax, testing::ValuesIn(examples_of_softmax()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
