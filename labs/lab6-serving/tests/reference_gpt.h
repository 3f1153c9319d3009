#pragma once
// The GPT of gpt.h in FP64 on the host: the reference for every answer of this lab.
#include <cstdint>
#include <span>
#include <vector>

namespace gridmark::lab6 {

/// GptShape without the kit.
struct ReferenceShape {
  int tokens = 256, width = 64, heads = 4, layers = 2, length = 128;
  int d() const { return width / heads; }
};

/// The number of elements of all weights.
std::size_t parameters_of(const ReferenceShape& shape);

class ReferenceGpt {
 public:
  /// values  [parameters_of(shape)], in the order of GptWeights::tensors()
  ReferenceGpt(const std::vector<float>& values, const ReferenceShape& shape);
  const ReferenceShape& shape() const { return shape_; }

 private:
  friend class ReferenceSequence;
  struct Linear {
    std::vector<float> weight, bias;  ///< [out,in] and [out]
  };
  struct Block {
    Linear norm_attention, to_qkv, to_out, norm_wide, widen, narrow;  ///< norms: weight and bias
  };
  ReferenceShape shape_;
  std::vector<float> token_, position_;
  std::vector<Block> blocks_;
  Linear norm_, head_;
};

/// One sequence with a cache. A token costs the same at every length, except for its attention.
class ReferenceSequence {
 public:
  explicit ReferenceSequence(const ReferenceGpt& gpt);

  /// returns  the logits after `token`, [tokens]
  std::vector<double> append(int token);
  /// Appends one or more tokens. returns  the logits after the last one
  std::vector<double> append(std::span<const std::int32_t> tokens);
  int length() const { return length_; }

 private:
  std::vector<double> attend(std::size_t block, std::span<const double> qkv);

  const ReferenceGpt& gpt_;
  std::vector<std::vector<double>> keys_, values_;  ///< for each block [length,width]
  int length_ = 0;
};

/// Sampling, and the index of the answer within a request.
struct ReferenceSampling {
  float temperature = 0;
  int top_k = 0;
  std::uint64_t seed = 0;
  int answer = 0;
};

/// random_number() of sampling.h.
double reference_random(std::uint64_t seed, int answer, int index);

/// A token, and its distance from the nearest other choice. The distance is in logits for the greatest logit
/// and for the cut of top_k, else in random numbers.
struct ReferenceChoice {
  std::int32_t token = 0;
  double margin = 0;
};
ReferenceChoice reference_choice(std::span<const double> logits, const ReferenceSampling& sampling, double random);

/// An answer, and the smallest margin of its tokens. Below `safe_margin`, FP32 may choose other tokens. Then
/// draw the prompt again.
struct ReferenceAnswer {
  std::vector<std::int32_t> tokens;
  double margin = 0;
};
inline constexpr double safe_margin = 1e-3;
ReferenceAnswer reference_answer(const ReferenceGpt& gpt, std::span<const std::int32_t> prompt, int tokens,
                                 const ReferenceSampling& sampling = {});

}  // namespace gridmark::lab6
