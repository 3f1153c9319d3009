#pragma once
// The parts of a small GPT, except the attention, which you write.
//
// This computes the next token of a sequence from all tokens before it:
//
//   Tensor x = embed(weights, tokens, positions);              // [n,width], one row for each token
//   for (const BlockWeights& block : weights.blocks) {
//     const Projected p = project(weights, block, x);           // q, k and v [n,heads,d]
//     x = finish(block, x, your_attention(p, ...));             // [n,heads,d] -> [n,width]
//   }
//   Tensor scores = logits(weights, x);                         // [n,tokens]
//
// Rows of one call may belong to different sequences, because only the attention connects rows.
//
// source  Radford et al., Language Models are Unsupervised Multitask Learners, 2019, section 2.3
#include <cstdint>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Sizes of a model.
struct GptShape {
  std::int64_t tokens = 256;  ///< each byte is a token
  std::int64_t width = 64;
  std::int64_t heads = 4;     ///< must divide width. d = width / heads
  std::int64_t layers = 2;
  std::int64_t length = 128;  ///< positions: a sequence has at most this many tokens
  std::int64_t d() const { return width / heads; }
};

/// A matrix of `out` rows and its bias. A call computes the linear layer for x [n,in].
struct LinearWeights {
  gridmark::tensor::Tensor weight;  ///< [out,in]
  gridmark::tensor::Tensor bias;    ///< [out]
  gridmark::tensor::Tensor operator()(const gridmark::tensor::Tensor& x) const {
    return gridmark::tensor::linear(x, weight, bias);
  }
};

struct NormWeights {
  gridmark::tensor::Tensor weight, bias;  ///< [width]
  gridmark::tensor::Tensor operator()(const gridmark::tensor::Tensor& x) const {
    return gridmark::tensor::layer_norm(x, weight, bias);
  }
};

struct BlockWeights {
  NormWeights norm_attention;
  LinearWeights to_qkv, to_out;  ///< [3*width,width] (q, then k, then v), and [width,width]
  NormWeights norm_wide;
  LinearWeights widen, narrow;   ///< [4*width,width] and [width,4*width]
};

/// All tensors of a model, on one device and of one type. A copy shares their memory.
struct GptWeights {
  GptShape shape;
  gridmark::tensor::Tensor token, position;  ///< [tokens,width] and [length,width]
  std::vector<BlockWeights> blocks;
  NormWeights norm;
  LinearWeights head;  ///< [tokens,width]

  std::vector<gridmark::tensor::Tensor*> tensors();
  gridmark::tensor::Device device() const { return token.device(); }
  std::size_t bytes() const;
  GptWeights to(gridmark::tensor::Device device) const;
  GptWeights to(gridmark::tensor::DType dtype) const;
};

/// The number of elements of all tensors.
std::int64_t parameters_of(const GptShape& shape);

/// Weights on the host, f32, with elements from `values` in the order of GptWeights::tensors().
///
/// errors  ShapeError: `values` has another size than parameters_of()
GptWeights weights_from(const std::vector<float>& values, const GptShape& shape);

/// The input of the first block.
///
/// tokens, positions  [n] i32, on the device of the weights
/// returns            [n,width]
inline gridmark::tensor::Tensor embed(const GptWeights& weights, const gridmark::tensor::Tensor& tokens,
                                      const gridmark::tensor::Tensor& positions) {
  return gridmark::tensor::embedding(weights.token, tokens) + gridmark::tensor::embedding(weights.position, positions);
}

struct Projected {
  gridmark::tensor::Tensor q, k, v;  ///< [n,heads,d], each a contiguous copy
};
inline Projected project(const GptWeights& weights, const BlockWeights& block, const gridmark::tensor::Tensor& x) {
  const GptShape& s = weights.shape;
  const gridmark::tensor::Tensor all = block.to_qkv(block.norm_attention(x));
  const auto part = [&](std::int64_t i) {
    return all.narrow(1, i * s.width, s.width).contiguous().view({x.size(0), s.heads, s.d()});
  };
  return {part(0), part(1), part(2)};
}

/// The rest of a block.
///
/// x         [n,width], the input of the block
/// attended  [n,heads,d]: softmax(q * transpose(k) / sqrt(d)) * v of each row and head
/// returns   [n,width], the input of the next one
inline gridmark::tensor::Tensor finish(const BlockWeights& block, const gridmark::tensor::Tensor& x,
                                       const gridmark::tensor::Tensor& attended) {
  const gridmark::tensor::Tensor y = x + block.to_out(attended.reshape(x.shape()));
  return y + block.narrow(gridmark::tensor::gelu(block.widen(block.norm_wide(y))));
}

/// x [n,width], the output of the last block -> [n,tokens]
inline gridmark::tensor::Tensor logits(const GptWeights& weights, const gridmark::tensor::Tensor& x) {
  return weights.head(weights.norm(x));
}

inline std::vector<gridmark::tensor::Tensor*> GptWeights::tensors() {
  std::vector<gridmark::tensor::Tensor*> all{&token, &position};
  for (BlockWeights& b : blocks)
    all.insert(all.end(), {&b.norm_attention.weight, &b.norm_attention.bias, &b.to_qkv.weight, &b.to_qkv.bias,
                           &b.to_out.weight, &b.to_out.bias, &b.norm_wide.weight, &b.norm_wide.bias, &b.widen.weight,
                           &b.widen.bias, &b.narrow.weight, &b.narrow.bias});
  all.insert(all.end(), {&norm.weight, &norm.bias, &head.weight, &head.bias});
  return all;
}

inline std::size_t GptWeights::bytes() const {
  std::size_t sum = 0;
  for (const gridmark::tensor::Tensor* one : GptWeights(*this).tensors()) sum += one->bytes();
  return sum;
}

inline GptWeights GptWeights::to(gridmark::tensor::Device device) const {
  GptWeights moved = *this;
  for (gridmark::tensor::Tensor* one : moved.tensors()) *one = one->to(device);
  return moved;
}

inline GptWeights GptWeights::to(gridmark::tensor::DType dtype) const {
  GptWeights converted = *this;
  for (gridmark::tensor::Tensor* one : converted.tensors()) *one = one->to(dtype);
  return converted;
}

inline std::int64_t parameters_of(const GptShape& s) {
  const std::int64_t block = 12 * s.width * s.width + 13 * s.width;
  return (s.tokens + s.length) * s.width + s.layers * block + 2 * s.width + s.tokens * (s.width + 1);
}

inline GptWeights weights_from(const std::vector<float>& values, const GptShape& s) {
  if (static_cast<std::int64_t>(values.size()) != parameters_of(s))
    throw gridmark::tensor::ShapeError("a GPT of this shape has " + std::to_string(parameters_of(s)) +
                                       " parameters, and " + std::to_string(values.size()) + " were given");
  auto next = values.begin();
  const auto take = [&](const gridmark::tensor::Shape& shape) {
    std::int64_t count = 1;
    for (const std::int64_t size : shape) count *= size;
    const std::vector<float> part(next, next + count);
    next += count;
    return gridmark::tensor::Tensor::from(part, shape);
  };
  const auto norm = [&] { return NormWeights{.weight = take({s.width}), .bias = take({s.width})}; };
  const auto linear = [&](std::int64_t out, std::int64_t in) {
    return LinearWeights{.weight = take({out, in}), .bias = take({out})};
  };
  GptWeights w{.shape = s, .token = take({s.tokens, s.width}), .position = take({s.length, s.width})};
  for (std::int64_t i = 0; i < s.layers; ++i)
    w.blocks.push_back({.norm_attention = norm(),
                        .to_qkv = linear(3 * s.width, s.width),
                        .to_out = linear(s.width, s.width),
                        .norm_wide = norm(),
                        .widen = linear(4 * s.width, s.width),
                        .narrow = linear(s.width, 4 * s.width)});
  w.norm = norm();
  w.head = linear(s.tokens, s.width);
  return w;
}
