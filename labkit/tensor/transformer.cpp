#include "labkit/tensor/transformer.h"

#include "labkit/tensor/errors.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {
namespace {

using Parts = std::initializer_list<std::pair<const char*, const Module*>>;

std::vector<NamedTensor> parameters_of(Parts parts) {
  std::vector<NamedTensor> all;
  for (const auto& [name, module] : parts) append(all, name, module->named_parameters());
  return all;
}

}  // namespace

SelfAttention::SelfAttention(std::int64_t width, std::int64_t heads, Generator& generator)
    : heads_(heads), to_qkv_(width, 3 * width, generator), to_out_(width, width, generator) {
  if (heads < 1 || width % heads != 0)
    throw ShapeError("attention: a width of " + std::to_string(width) + " is not divided by " +
                     std::to_string(heads) + " heads");
}

Tensor SelfAttention::forward(const Tensor& x) {
  const std::int64_t batch = x.size(0), length = x.size(1), width = x.size(2);
  const Tensor qkv = to_qkv_.forward(x);
  const auto heads_of = [&](std::int64_t part) {
    return qkv.narrow(2, part * width, width).view({batch, length, heads_, width / heads_}).transpose(1, 2);
  };
  const Tensor y = attention(heads_of(0), heads_of(1), heads_of(2), true);
  return to_out_.forward(y.transpose(1, 2).reshape({batch, length, width}));
}

std::vector<NamedTensor> SelfAttention::named_parameters() const {
  return parameters_of({{"to_qkv", &to_qkv_}, {"to_out", &to_out_}});
}

TransformerBlock::TransformerBlock(std::int64_t width, std::int64_t heads, Generator& generator,
                                   float dropout)
    : norm_attention_(width),
      norm_wide_(width),
      attention_(width, heads, generator),
      widen_(width, 4 * width, generator),
      narrow_(4 * width, width, generator),
      after_attention_(dropout, generator),
      at_end_(dropout, generator) {}

Tensor TransformerBlock::forward(const Tensor& x) {
  const Tensor y = x + after_attention_.forward(attention_.forward(norm_attention_.forward(x)));
  return y + at_end_.forward(narrow_.forward(gelu(widen_.forward(norm_wide_.forward(y)))));
}

std::vector<NamedTensor> TransformerBlock::named_parameters() const {
  return parameters_of({{"norm_attention", &norm_attention_},
                        {"attention", &attention_},
                        {"norm_wide", &norm_wide_},
                        {"widen", &widen_},
                        {"narrow", &narrow_}});
}

void TransformerBlock::train(bool on) {
  after_attention_.train(on);
  at_end_.train(on);
}

LanguageModel::LanguageModel(Settings settings, Generator& generator)
    : settings_(settings),
      token_(settings.tokens, settings.width, generator),
      position_(settings.most_length, settings.width, generator),
      norm_(settings.width),
      head_(settings.width, settings.tokens, generator) {
  for (std::int64_t i = 0; i < settings.layers; ++i)
    blocks_.push_back(
        std::make_shared<TransformerBlock>(settings.width, settings.heads, generator, settings.dropout));
}

Tensor LanguageModel::embed(const Tensor& tokens) {
  if (tokens.dims() != 2 || tokens.size(1) > settings_.most_length)
    throw ShapeError("a language model of " + std::to_string(settings_.most_length) +
                     " positions got tokens " + text_of(tokens.shape()) + ", expected [batch, length]");
  std::vector<std::int32_t> places;
  for (std::int64_t i = 0; i < tokens.numel(); ++i)
    places.push_back(static_cast<std::int32_t>(i % tokens.size(1)));
  const Tensor positions = Tensor::labels(places, tokens.device()).view(tokens.shape());
  return token_.forward(tokens) + position_.forward(positions);
}

Tensor LanguageModel::logits(const Tensor& x) { return head_.forward(norm_.forward(x)); }

Tensor LanguageModel::forward(const Tensor& tokens) {
  Tensor x = embed(tokens);
  for (const auto& block : blocks_) x = block->forward(x);
  return logits(x);
}

std::vector<NamedTensor> LanguageModel::named_parameters() const {
  std::vector<NamedTensor> all = parameters_of({{"token", &token_}, {"position", &position_}});
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    append(all, "blocks." + std::to_string(i), blocks_[i]->named_parameters());
  append(all, "norm", norm_.named_parameters());
  append(all, "head", head_.named_parameters());
  return all;
}

void LanguageModel::train(bool on) {
  for (const auto& block : blocks_) block->train(on);
}

}  // namespace gridmark::tensor
