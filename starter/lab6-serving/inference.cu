// Lab 6: token generation, and how to measure it.
// Read inference.h first. It holds the contract.
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

// TODO: handle temperature 0 first. Then find the top_k logits, their probabilities, and the sum that exceeds `random`.
std::int32_t choose_token(std::span<const float>, const Sampling&, double) { return 0; }

// ----------------------------------------------------------------------------------------------------
// 2. The cache of keys and values.

// TODO: allocate keys and values for each block of the model, [heads, shape.length, d]. Call attention() of the
// kit with the part that is filled, and the new queries.
struct CachedGpt::State {};
CachedGpt::CachedGpt(const GptWeights&) {}
CachedGpt::~CachedGpt() = default;
std::vector<float> CachedGpt::append(std::span<const std::int32_t>) { return {}; }
std::int64_t CachedGpt::length() const { return 0; }
void CachedGpt::clear() {}

// TODO: append the prompt in one call, then one token at a time. The last token need not be appended.
std::vector<std::int32_t> generate(const GptWeights&, std::span<const std::int32_t>, int,
                                   const std::function<void(std::int32_t)>&) {
  return {};
}

// ----------------------------------------------------------------------------------------------------
// 3. Several prompts at once.

// TODO: compute the prompts in one pass, padded on the right. Then make one pass for each token, over the unfinished
// rows. Rows have different lengths. Write a kernel that reads the lengths, so that one launch serves all rows.
std::vector<std::vector<std::int32_t>> generate_batch(const GptWeights&,
                                                      const std::vector<std::vector<std::int32_t>>&,
                                                      const std::vector<int>&) {
  return {};
}

// ----------------------------------------------------------------------------------------------------
// 4. Measurement.

// TODO: load, warm up, and then time each run to the end of its wait().
InferenceReport benchmark_inference(Served&, const gridmark::services::Clock&, int, int, int) { return {}; }

// TODO: find the smallest batch whose rate is at least `share` of the greatest.
int sweet_spot(const std::vector<BatchRate>&, double) { return 0; }

// ----------------------------------------------------------------------------------------------------
// 5. Eight bits for each weight.

// TODO: use a block for each row to find its greatest |w|, and a warp for each element of y to add up its products.
cudaError_t quantize_rows(const float*, std::int8_t*, float*, int, int, cudaStream_t) {
  return cudaErrorNotSupported;
}
cudaError_t linear_int8(const float*, const std::int8_t*, const float*, const float*, float*, int, int, int,
                        cudaStream_t) {
  return cudaErrorNotSupported;
}

// ----------------------------------------------------------------------------------------------------
// 6. The largest model.

// TODO: measure the device memory of a model with one block and of a model with two: weights, caches, and the
// rest of a pass. Use memory_stats().
std::int64_t largest_model(std::size_t, DType, GptShape, int) { return 0; }
