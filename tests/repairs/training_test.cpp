// Reductions and optimizer steps in kernels.
#include "tests/repairs/example.h"

namespace gridmark::repairs {
namespace {

class RepairOfATraining : public testing::TestWithParam<Example> {};

TEST_P(RepairOfATraining, ChangesItsPlaceAlone) { EXPECT_EQ(changes_of(GetParam()), GetParam().changed); }

std::vector<Example> examples_of_training() {
  using enum Repair;
  return {
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

INSTANTIATE_TEST_SUITE_P(Examples, RepairOfATraining, testing::ValuesIn(examples_of_training()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gridmark::repairs
