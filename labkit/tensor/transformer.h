#pragma once
// A small transformer in the style of GPT-2. Labs train its parts and save memory with them.
//
// source  Radford et al., Language Models are Unsupervised Multitask Learners, 2019, section 2.3
#include "labkit/tensor/layers.h"

namespace gridmark::tensor {

/// Causal attention with `heads` heads on x [batch,length,width]. The width must be a multiple of the heads.
class SelfAttention : public Module {
 public:
  SelfAttention(std::int64_t width, std::int64_t heads, Generator& generator);
  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return tensors_of(named_parameters()); }
  std::vector<NamedTensor> named_parameters() const override;

 private:
  std::int64_t heads_;
  Linear to_qkv_, to_out_;
};

/// x + attention(norm(x)), then x + linear(gelu(linear(norm(x)))), whose inner width is four times as large.
class TransformerBlock : public Module {
 public:
  /// dropout  the probability, after the attention and at the end. 0 draws no numbers. The generator must
  ///          outlive the block
  TransformerBlock(std::int64_t width, std::int64_t heads, Generator& generator, float dropout = 0);
  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return tensors_of(named_parameters()); }
  std::vector<NamedTensor> named_parameters() const override;
  void train(bool on) override;

 private:
  LayerNorm norm_attention_, norm_wide_;
  SelfAttention attention_;
  Linear widen_, narrow_;
  Dropout after_attention_, at_end_;
};

/// Maps the tokens so far to the logits of the next one: [batch,length] i32 -> [batch,length,tokens].
class LanguageModel : public Module {
 public:
  struct Settings {
    std::int64_t tokens = 256, width = 64, heads = 4, layers = 2, most_length = 64;
    float dropout = 0;
  };
  LanguageModel(Settings settings, Generator& generator);
  /// errors  ShapeError: not a matrix, or longer than most_length
  Tensor forward(const Tensor& tokens) override;
  std::vector<Tensor> parameters() const override { return tensors_of(named_parameters()); }
  std::vector<NamedTensor> named_parameters() const override;
  void train(bool on) override;

  /// The forward pass in three steps, for code that treats the blocks differently.
  Tensor embed(const Tensor& tokens);
  const std::vector<std::shared_ptr<TransformerBlock>>& blocks() const { return blocks_; }
  Tensor logits(const Tensor& x);

 private:
  Settings settings_;
  Embedding token_, position_;
  std::vector<std::shared_ptr<TransformerBlock>> blocks_;
  LayerNorm norm_;
  Linear head_;
};

}  // namespace gridmark::tensor
