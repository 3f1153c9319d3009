#include "labs/lab6-serving/tests/reference_gpt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace gridmark::lab6 {
namespace {

using Row = std::vector<double>;

std::size_t size_from(int value) { return static_cast<std::size_t>(value); }

Row product(const std::vector<float>& weight, const std::vector<float>& bias, std::span<const double> x) {
  Row y(bias.begin(), bias.end());
  const float* w = weight.data();
  for (double& sum : y)
    for (const double value : x) sum += static_cast<double>(*w++) * value;
  return y;
}

Row normalized(const std::vector<float>& weight, const std::vector<float>& bias, std::span<const double> x) {
  const auto size = static_cast<double>(x.size());
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / size;
  double variance = 0;
  for (const double value : x) variance += (value - mean) * (value - mean) / size;
  const double scale = 1 / std::sqrt(variance + 1e-5);
  Row y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = (x[i] - mean) * scale * static_cast<double>(weight[i]) + static_cast<double>(bias[i]);
  return y;
}

void add(Row& to, const Row& what) {
  for (std::size_t i = 0; i < to.size(); ++i) to[i] += what[i];
}

Row gelu(Row x) {
  for (double& value : x) value *= 0.5 * (1 + std::erf(value / std::sqrt(2.0)));
  return x;
}

/// Tokens sorted by falling logit. For equal logits, the lower index is first.
std::vector<std::int32_t> by_logit(std::span<const double> logits) {
  std::vector<std::int32_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t a, std::int32_t b) { return logits[size_from(a)] > logits[size_from(b)]; });
  return order;
}

/// The distance in logits between the last of the first `kept` tokens and the next one.
double gap_behind(std::span<const double> logits, std::span<const std::int32_t> order, std::size_t kept) {
  if (kept >= order.size()) return std::numeric_limits<double>::infinity();
  return logits[size_from(order[kept - 1])] - logits[size_from(order[kept])];
}

}  // namespace

std::size_t parameters_of(const ReferenceShape& s) {
  const std::size_t width = size_from(s.width), block = 12 * width * width + 13 * width;
  return size_from(s.tokens + s.length) * width + size_from(s.layers) * block + 2 * width +
         size_from(s.tokens) * (width + 1);
}

ReferenceGpt::ReferenceGpt(const std::vector<float>& values, const ReferenceShape& shape) : shape_(shape) {
  auto next = values.begin();
  const auto take = [&](int size) {
    const auto begin = next;
    next += size;
    return std::vector<float>(begin, next);
  };
  const auto linear = [&](int out, int in) {
    Linear made;
    made.weight = take(out * in);
    made.bias = take(out);
    return made;
  };
  const int width = shape.width;
  token_ = take(shape.tokens * width);
  position_ = take(shape.length * width);
  for (int i = 0; i < shape.layers; ++i) {
    Block& block = blocks_.emplace_back();
    block.norm_attention = linear(width, 1);
    block.to_qkv = linear(3 * width, width);
    block.to_out = linear(width, width);
    block.norm_wide = linear(width, 1);
    block.widen = linear(4 * width, width);
    block.narrow = linear(width, 4 * width);
  }
  norm_ = linear(width, 1);
  head_ = linear(shape.tokens, width);
}

ReferenceSequence::ReferenceSequence(const ReferenceGpt& gpt)
    : gpt_(gpt), keys_(gpt.blocks_.size()), values_(gpt.blocks_.size()) {}

std::vector<double> ReferenceSequence::append(int token) {
  const std::size_t width = size_from(gpt_.shape_.width);
  Row x(width);
  for (std::size_t i = 0; i < width; ++i)
    x[i] = static_cast<double>(gpt_.token_[size_from(token) * width + i]) +
           static_cast<double>(gpt_.position_[size_from(length_) * width + i]);
  ++length_;
  for (std::size_t i = 0; i < gpt_.blocks_.size(); ++i) {
    const ReferenceGpt::Block& b = gpt_.blocks_[i];
    const Row qkv =
        product(b.to_qkv.weight, b.to_qkv.bias, normalized(b.norm_attention.weight, b.norm_attention.bias, x));
    add(x, product(b.to_out.weight, b.to_out.bias, attend(i, qkv)));
    const Row wide = product(b.widen.weight, b.widen.bias, normalized(b.norm_wide.weight, b.norm_wide.bias, x));
    add(x, product(b.narrow.weight, b.narrow.bias, gelu(wide)));
  }
  return product(gpt_.head_.weight, gpt_.head_.bias, normalized(gpt_.norm_.weight, gpt_.norm_.bias, x));
}

std::vector<double> ReferenceSequence::append(std::span<const std::int32_t> tokens) {
  std::vector<double> logits;
  for (const std::int32_t token : tokens) logits = append(token);
  return logits;
}

std::vector<double> ReferenceSequence::attend(std::size_t block, std::span<const double> qkv) {
  const std::size_t width = size_from(gpt_.shape_.width), d = size_from(gpt_.shape_.d()), length = size_from(length_);
  Row& keys = keys_[block];
  Row& values = values_[block];
  keys.insert(keys.end(), qkv.begin() + gpt_.shape_.width, qkv.begin() + 2 * gpt_.shape_.width);
  values.insert(values.end(), qkv.begin() + 2 * gpt_.shape_.width, qkv.end());

  Row out(width), weights(length);
  for (std::size_t head = 0; head < width; head += d) {
    for (std::size_t at = 0; at < length; ++at) {
      const double* key = keys.data() + at * width + head;
      weights[at] = std::inner_product(key, key + d, qkv.data() + head, 0.0) / std::sqrt(static_cast<double>(d));
    }
    const double greatest = *std::max_element(weights.begin(), weights.end());
    for (double& weight : weights) weight = std::exp(weight - greatest);
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t at = 0; at < length; ++at)
      for (std::size_t i = 0; i < d; ++i) out[head + i] += weights[at] / sum * values[at * width + head + i];
  }
  return out;
}

// Philox 4x32-10: Salmon, Moraes, Dror & Shaw, Parallel Random Numbers: As Easy as 1, 2, 3, SC11.
double reference_random(std::uint64_t seed, int answer, int index) {
  std::array<std::uint32_t, 4> c{static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(answer), 0, 0};
  auto low = static_cast<std::uint32_t>(seed), high = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * c[0], second = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(second >> 32) ^ c[1] ^ low, static_cast<std::uint32_t>(second),
         static_cast<std::uint32_t>(first >> 32) ^ c[3] ^ high, static_cast<std::uint32_t>(first)};
    low += 0x9E3779B9, high += 0xBB67AE85;
  }
  return c[0] * 0x1p-32;
}

ReferenceChoice reference_choice(std::span<const double> logits, const ReferenceSampling& sampling, double random) {
  const auto order = by_logit(logits);
  const bool greedy = sampling.temperature <= 0;
  if (greedy) return {order.front(), gap_behind(logits, order, 1)};

  const bool cuts = sampling.top_k > 0 && size_from(sampling.top_k) < logits.size();
  const std::size_t kept = cuts ? size_from(sampling.top_k) : logits.size();
  Row probability(logits.size());
  double all = 0;
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t token = size_from(order[i]);
    probability[token] =
        std::exp((logits[token] - logits[size_from(order[0])]) / static_cast<double>(sampling.temperature));
    all += probability[token];
  }
  double below = 0;
  for (std::size_t token = 0; token < probability.size(); ++token) {
    const double above = below + probability[token] / all;
    if (above > random || token + 1 == probability.size())
      return {static_cast<std::int32_t>(token),
              std::min({token == 0 ? 1 : random - below, above >= 1 - 1e-12 ? 1 : above - random,
                        gap_behind(logits, order, kept)})};
    below = above;
  }
  return {};
}

ReferenceAnswer reference_answer(const ReferenceGpt& gpt, std::span<const std::int32_t> prompt, int tokens,
                                 const ReferenceSampling& sampling) {
  ReferenceAnswer answer{.tokens = {}, .margin = std::numeric_limits<double>::infinity()};
  ReferenceSequence sequence(gpt);
  auto logits = sequence.append(prompt);
  for (int index = 0; index < tokens; ++index) {
    const auto choice = reference_choice(logits, sampling, reference_random(sampling.seed, sampling.answer, index));
    answer.tokens.push_back(choice.token);
    answer.margin = std::min(answer.margin, choice.margin);
    if (index + 1 < tokens) logits = sequence.append(choice.token);
  }
  return answer;
}

}  // namespace gridmark::lab6
