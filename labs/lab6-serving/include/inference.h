#pragma once
// Token generation, and how to measure it. You implement this in inference.cu.
#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "gpt.h"
#include "labkit/services/services.h"
#include "sampling.h"

/// One sequence, with the keys and values of its tokens in every block of the model.
class CachedGpt {
 public:
  /// weights  on one device, of one type. A copy shares their memory, so you can keep one.
  explicit CachedGpt(const GptWeights& weights);
  ~CachedGpt();

  /// Appends `tokens` to the sequence, at positions length(), length() + 1, ...
  ///
  /// returns  the logits after the last token, [tokens] f32 on the host. They equal those of a pass over the complete
  ///          sequence.
  /// work     one pass over the new tokens only. For one new token, the numbers of products and launches are the same
  ///          at every length. Only the attention takes longer.
  /// errors   ShapeError: no token, or the sequence would be longer than shape.length. Then nothing has changed.
  std::vector<float> append(std::span<const std::int32_t> tokens);
  std::int64_t length() const;
  /// Starts an empty sequence. You may keep the memory.
  void clear();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Chooses the next token.
///
/// logits       [n], n >= 1. No logit is NaN or +inf.
/// probability  softmax(logits / temperature) over the top_k greatest logits. If logits are equal at the end of the
///              top_k, those with lower indices are used.
/// choice       With temperature 0, choose the greatest logit, and the lowest index if several are equal. With another
///              temperature, add up the probabilities in the order of the tokens, and choose the first token at which
///              the sum, including this token, exceeds `random`.
/// random       in [0,1)
/// accuracy     Use double precision for sums. Never choose a logit of -inf, unless all are -inf: then choose token 0.
std::int32_t choose_token(std::span<const float> logits, const Sampling& sampling, double random);

/// Continues a prompt greedily (temperature 0) with a CachedGpt.
///
/// prompt  at least 1 token
/// tokens  number of new tokens, at least 1, with prompt + tokens <= shape.length. The last new token need not go
///         through the model.
/// each    called with each token as soon as it is known
/// returns the new tokens
/// errors  ShapeError: too long, an empty prompt, or no new token
std::vector<std::int32_t> generate(const GptWeights& weights, std::span<const std::int32_t> prompt, int tokens,
                                   const std::function<void(std::int32_t)>& each = {});

/// The same for several prompts in one batch: one pass over all rows for each token, with a cache.
///
/// weights  on a device
/// prompts  of any lengths, at least 1 token. Shorter prompts are padded on the right.
/// tokens   number of new tokens for each prompt, at least 1. A row that has all its tokens produces no more.
/// returns  the tokens of generate() for each prompt
/// work     one pass for all prompts, and one for each further token. The row with the most tokens determines the
///          number of passes.
/// errors   ShapeError: a prompt that generate() refuses, or `tokens` and `prompts` have different sizes
std::vector<std::vector<std::int32_t>> generate_batch(const GptWeights& weights,
                                                      const std::vector<std::vector<std::int32_t>>& prompts,
                                                      const std::vector<int>& tokens);

/// The model that a benchmark measures.
class Served {
 public:
  virtual ~Served() = default;
  /// Copies the weights to the device, and waits until they are there.
  /// returns  the bytes that they use on the device
  virtual std::size_t load() = 0;
  /// Generates `tokens` tokens, and calls `each` as soon as a token is ready. May return before the device is done.
  virtual void run(int tokens, const std::function<void()>& each) = 0;
  /// Waits until the device is done.
  virtual void wait() = 0;
};

/// All times in seconds.
struct InferenceReport {
  double load = 0;                ///< time of Served::load(), called once
  std::size_t memory_bytes = 0;   ///< the result of load()
  double average = 0, least = 0, most = 0;  ///< time of a timed run, from its call to the end of its wait()
  double tokens_per_second = 0;   ///< all tokens of the timed runs divided by the sum of their times
  double first_token = 0;         ///< time to first token, from the call to the first `each`: mean over the timed runs
  double between_tokens = 0;      ///< time from the first `each` to the last (inter-token latency), divided by
                                  ///< tokens - 1, mean over the timed runs. 0 if tokens is 1.
};

/// Measures a model: load(), then `warmups` runs that are not counted, then `runs` timed runs.
///
/// clock   Read it at the start and at the end of each timed part, and in each call of `each`. At the start and at the
///         end the device must be idle, so call wait() first.
/// tokens  of each run, at least 1. warmups >= 0, runs >= 1.
InferenceReport benchmark_inference(Served& model, const gridmark::services::Clock& clock, int tokens, int warmups = 3,
                                    int runs = 10);

/// The rate of a batch size.
struct BatchRate {
  int batch = 0;
  double tokens_per_second = 0;
};

/// The smallest batch whose rate is at least `share` of the greatest rate. A larger batch is not worth it.
///
/// rates    at least one, sorted by increasing batch
/// share    0 < share <= 1
int sweet_spot(const std::vector<BatchRate>& rates, double share = 0.9);

/// Stores each weight in eight bits, with a scale for each row.
///
/// w        [out,in] row-major FP32, q [out,in], scales [out]: device pointers
/// scales   s = max |w| of the row / 127, in FP32, and 0 for a row of zeros
/// q        w / s, rounded to the nearest integer, -127 to 127, and 0 for a row of zeros. So |w - s q| <= s / 2.
/// out, in  at least 1
/// errors   cudaErrorInvalidValue: a size is below 1. Launch errors are returned unchanged.
cudaError_t quantize_rows(const float* w, std::int8_t* q, float* scales, int out, int in, cudaStream_t stream);

/// Computes y = x * transpose(diag(scales) * q) + bias, and reads the weights as bytes.
///
/// x [rows,in], q [out,in], scales [out], bias [out], y [rows,out]  device pointers, row-major
/// accuracy  relative RMSE against FP64 on the same q and scales <= 1e-5. Use FP32 for sums, never 8 bits.
/// errors    cudaErrorInvalidValue: a size is below 1. Launch errors are returned unchanged.
cudaError_t linear_int8(const float* x, const std::int8_t* q, const float* scales, const float* bias, float* y, int rows,
                        int in, int out, cudaStream_t stream);

/// Returns the number of blocks (layers) of the largest model that can serve in this much device memory.
///
/// bytes     the memory limit. After set_memory_limit(bytes), a CachedGpt with the returned number of layers can append
///           `prompt` tokens, and then one token at a time up to shape.length. With a twentieth more layers (at least
///           one more), the same calls end in OutOfMemory.
/// shape     everything except `layers`
/// returns   0 if not even a model of one layer fits
/// note      You may allocate on the device to measure. Release that memory (empty_cache()). Do not call
///           set_memory_limit(), because other tensors may depend on another limit.
std::int64_t largest_model(std::size_t bytes, gridmark::tensor::DType dtype, GptShape shape, int prompt);
