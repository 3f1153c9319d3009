#pragma once
// Tokens from a model, and how fast. You implement this in inference.cu.
#include <cuda_runtime.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "gpt.h"
#include "labkit/services/services.h"
#include "sampling.h"

/// One sequence, and the keys and values of its tokens in every block.
class CachedGpt {
 public:
  /// weights  on one device, of one type; they share memory with yours, so their number costs nothing
  explicit CachedGpt(const GptWeights& weights);
  ~CachedGpt();

  /// Appends `tokens` to the sequence: at positions length(), length() + 1, ...
  ///
  /// returns  the logits behind the last of them, [tokens] f32 on the host: those of a pass over the whole sequence
  /// work     one pass over the new tokens alone. For one new token, products and launches are the same at every
  ///          length; only the attention grows with it.
  /// errors   ShapeError: no token, or the sequence would be longer than shape.length. Nothing has changed then.
  std::vector<float> append(std::span<const std::int32_t> tokens);
  std::int64_t length() const;
  /// Begins an empty sequence. The memory may be kept.
  void clear();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The next token.
///
/// logits       [n], n >= 1; none is NaN or +inf
/// probability  softmax(logits / temperature) over the top_k greatest logits; where the last of them has equals, the
///              lower index is in
/// choice       temperature 0: the greatest logit, of equals the lowest index. Otherwise the first token, by index, at
///              which the sum of the probabilities up to and including it is greater than `random`.
/// random       in [0,1)
/// accuracy     sums in double precision; a logit of -inf is never chosen unless all are: then token 0
std::int32_t choose_token(std::span<const float> logits, const Sampling& sampling, double random);

/// Continues a prompt greedily (temperature 0) with a CachedGpt.
///
/// prompt  1 token at least
/// tokens  wanted, 1 at least; prompt + tokens <= shape.length. The last token need not go through the model.
/// each    called with each token as soon as it is known
/// returns the new tokens
/// errors  ShapeError: too long, or nothing to continue
std::vector<std::int32_t> generate(const GptWeights& weights, std::span<const std::int32_t> prompt, int tokens,
                                   const std::function<void(std::int32_t)>& each = {});

/// The same for several prompts in one batch: one pass over all rows for each token, with a cache.
///
/// weights  on a device
/// prompts  of any lengths, 1 token at least; shorter ones are padded at their right
/// tokens   wanted for each prompt, 1 at least. A row that has its tokens is done: it makes no more.
/// returns  for each prompt the tokens of generate()
/// work     one pass for all prompts, and one for each further token: as many passes as the row with the most tokens needs
/// errors   ShapeError: a prompt that generate() refuses, or another number of `tokens` than of prompts
std::vector<std::vector<std::int32_t>> generate_batch(const GptWeights& weights,
                                                      const std::vector<std::vector<std::int32_t>>& prompts,
                                                      const std::vector<int>& tokens);

/// A model as a benchmark sees it.
class Served {
 public:
  virtual ~Served() = default;
  /// Brings the weights to where they compute, and waits until they are there.
  /// returns  bytes of the device that they take
  virtual std::size_t load() = 0;
  /// Makes `tokens` tokens, and calls `each` as soon as each of them is there. May return before the device is done.
  virtual void run(int tokens, const std::function<void()>& each) = 0;
  /// Waits until the device is done.
  virtual void wait() = 0;
};

/// All times in seconds.
struct InferenceReport {
  double load = 0;                ///< of Served::load(), once
  std::size_t memory_bytes = 0;   ///< as load() returned them
  double average = 0, least = 0, most = 0;  ///< of the timed runs, each from its call to the end of its wait()
  double tokens_per_second = 0;   ///< of all timed runs together: their tokens over the sum of their times
  double first_token = 0;         ///< time to first token: from the call to the first `each`, the mean over the timed runs
  double between_tokens = 0;      ///< inter-token latency: from the first `each` to the last one over tokens - 1, the
                                  ///< mean over the timed runs; 0 where tokens is 1
};

/// Measures a model: load, `warmups` runs that count nowhere, `runs` timed runs.
///
/// clock   is read when something that is timed begins, in each `each`, and when it has ended. Where it begins and where
///         it has ended the device must be idle: wait() comes first.
/// tokens  of each run, 1 at least; warmups >= 0, runs >= 1
InferenceReport benchmark_inference(Served& model, const gridmark::services::Clock& clock, int tokens, int warmups = 3,
                                    int runs = 10);

/// How many tokens for each second a batch of some size gives.
struct BatchRate {
  int batch = 0;
  double tokens_per_second = 0;
};

/// The batch from which on a larger one is not worth it: the smallest batch whose rate is at least `share` of the
/// greatest rate.
///
/// rates    one at least, by rising batch
/// share    0 < share <= 1
int sweet_spot(const std::vector<BatchRate>& rates, double share = 0.9);

/// Eight bits for each weight, and a scale for each row.
///
/// w        [out,in] row-major FP32, q [out,in], scales [out]: device pointers
/// scales   s = max |w| of the row / 127, in FP32; 0 for a row of zeros
/// q        w / s, rounded to the nearest: -127 to 127; 0 for a row of zeros. So |w - s q| <= s / 2.
/// out, in  1 at least
/// errors   cudaErrorInvalidValue: a size below 1; launch errors come back unchanged
cudaError_t quantize_rows(const float* w, std::int8_t* q, float* scales, int out, int in, cudaStream_t stream);

/// y = x * transpose(diag(scales) * q) + bias, reading the weights as bytes.
///
/// x [rows,in], q [out,in], scales [out], bias [out], y [rows,out]  device pointers, row-major
/// accuracy  relative RMSE against FP64 on the same q and scales <= 1e-5: sums in FP32, never in 8 bits
/// errors    cudaErrorInvalidValue: a size below 1; launch errors come back unchanged
cudaError_t linear_int8(const float* x, const std::int8_t* q, const float* scales, const float* bias, float* y, int rows,
                        int in, int out, cudaStream_t stream);

/// How many blocks the largest model has that can serve in so much memory of the device.
///
/// bytes     that the device gives: after set_memory_limit(bytes), CachedGpt of weights with this many layers appends
///           `prompt` tokens and then one at a time up to shape.length, and with one layer in twenty more
///           (at least one) that ends in OutOfMemory
/// shape     all but `layers`
/// returns   0 where not even a model of one layer fits
/// note      The device may be asked, and what was taken is given back (empty_cache()). set_memory_limit() is not called:
///           other tensors may live under another limit.
std::int64_t largest_model(std::size_t bytes, gridmark::tensor::DType dtype, GptShape shape, int prompt);
