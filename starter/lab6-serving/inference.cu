// Lab 6: tokens from a model, and how fast.
// Read inference.h first: it holds the contract.
#include "inference.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "labkit/tensor/device.h"

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 1. The next token.

// TODO: temperature 0 first; then who takes part, their probabilities, and the sum that passes `random`.
std::int32_t choose_token(std::span<const float>, const Sampling&, double) { return 0; }

// ----------------------------------------------------------------------------------------------------
// 2. Keys and values are kept.

// TODO: room for keys and values of each block, [heads, shape.length, d]. attention() of the kit takes the
// part of them that is filled, with the new queries.
struct CachedGpt::State {};
CachedGpt::CachedGpt(const GptWeights&) {}
CachedGpt::~CachedGpt() = default;
std::vector<float> CachedGpt::append(std::span<const std::int32_t>) { return {}; }
std::int64_t CachedGpt::length() const { return 0; }
void CachedGpt::clear() {}

// TODO: the prompt in one append(), then a token at a time. The last token need not be appended.
std::vector<std::int32_t> generate(const GptWeights&, std::span<const std::int32_t>, int,
                                   const std::function<void(std::int32_t)>&) {
  return {};
}

// ----------------------------------------------------------------------------------------------------
// 3. Several prompts at once.

// TODO: the prompts in one pass, padded at their right; then one pass for each token, over the rows that are
// not done. Each row has its own length: a kernel of yours can read the lengths, so that one launch serves all.
std::vector<std::vector<std::int32_t>> generate_batch(const GptWeights&,
                                                      const std::vector<std::vector<std::int32_t>>&,
                                                      const std::vector<int>&) {
  return {};
}

// ----------------------------------------------------------------------------------------------------
// 4. How fast.

// TODO: load, warm up, then time each run to the end of its wait().
InferenceReport benchmark_inference(Served&, const gridmark::services::Clock&, int, int, int) { return {}; }

// TODO: the smallest batch whose rate is nearly the greatest one.
int sweet_spot(const std::vector<BatchRate>&, double) { return 0; }

// ----------------------------------------------------------------------------------------------------
// 5. Eight bits for each weight.

// TODO: a block for each row finds its greatest weight; a warp for each element of y adds up its products.
cudaError_t quantize_rows(const float*, std::int8_t*, float*, int, int, cudaStream_t) {
  return cudaErrorNotSupported;
}
cudaError_t linear_int8(const float*, const std::int8_t*, const float*, const float*, float*, int, int, int,
                        cudaStream_t) {
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 6. The largest model.

// TODO: what does a model with one block take from the device, what does one with two? Weights, caches, and the
// rest of a pass; memory_stats() has it.
std::int64_t largest_model(std::size_t, DType, GptShape, int) { return 0; }
