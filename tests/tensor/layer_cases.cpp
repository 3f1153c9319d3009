// Operations in layers: softmax, layer norm, embedding, dropout, attention, convolution.
#include "tests/tensor/gradient_cases.h"

namespace gridmark::tensor {
namespace {

using reference::Values;
using Tensors = std::vector<Tensor>;
using All = std::vector<Values>;

Values part(const Values& all, std::size_t start, std::size_t length) {
  return {all.begin() + static_cast<std::ptrdiff_t>(start),
          all.begin() + static_cast<std::ptrdiff_t>(start + length)};
}

void append(Values& all, const Values& more) { all.insert(all.end(), more.begin(), more.end()); }

double gelu_of(double x) { return x * 0.5 * std::erfc(-x / std::sqrt(2.0)); }

Values batched_matmul(const Values& a, const Values& b, std::size_t m, std::size_t n, std::size_t k) {
  Values c;
  for (std::size_t i = 0; i * m * k < a.size(); ++i)
    append(c, reference::matmul(part(a, i * m * k, m * k), part(b, i * k * n, k * n), m, n, k));
  return c;
}

/// Row by row. With `queries`, columns after row + n - queries do not count.
Values softmax(const Values& x, std::size_t n, std::size_t queries = 0) {
  Values y(x.size(), 0.0);
  for (std::size_t row = 0; row * n < x.size(); ++row) {
    const auto seen = queries == 0 ? static_cast<std::ptrdiff_t>(n)
                                   : static_cast<std::ptrdiff_t>(row % queries + 1 + n) -
                                         static_cast<std::ptrdiff_t>(queries);
    double total = 0;
    for (std::ptrdiff_t c = 0; c < seen; ++c) total += std::exp(x[row * n + static_cast<std::size_t>(c)]);
    for (std::ptrdiff_t c = 0; c < seen; ++c) {
      const std::size_t at = row * n + static_cast<std::size_t>(c);
      y[at] = std::exp(x[at]) / total;
    }
  }
  return y;
}

Values layer_norm(const All& x, std::size_t n) {
  Values y;
  for (std::size_t row = 0; row * n < x[0].size(); ++row) {
    double mean = 0, variance = 0;
    for (std::size_t c = 0; c < n; ++c) mean += x[0][row * n + c] / static_cast<double>(n);
    for (std::size_t c = 0; c < n; ++c)
      variance += std::pow(x[0][row * n + c] - mean, 2) / static_cast<double>(n);
    for (std::size_t c = 0; c < n; ++c)
      y.push_back((x[0][row * n + c] - mean) / std::sqrt(variance + 1e-5) * x[1][c] + x[2][c]);
  }
  return y;
}

/// A batch of two. q [2,queries,d], k [2,keys,d], v [2,keys,n].
Values attention(const All& x, std::size_t queries, std::size_t keys, std::size_t d, std::size_t n,
                 bool causal) {
  Values y;
  for (std::size_t i = 0; i < 2; ++i) {
    const Values k = reference::transposed(part(x[1], i * keys * d, keys * d), keys, d);
    Values scores = reference::matmul(part(x[0], i * queries * d, queries * d), k, queries, keys, d);
    for (double& score : scores) score /= std::sqrt(static_cast<double>(d));
    append(y, reference::matmul(softmax(scores, keys, causal ? queries : 0),
                                part(x[2], i * keys * n, keys * n), queries, n, keys));
  }
  return y;
}

/// x [2,2,4,3], weight [2,2,3,2], bias [2], by the definition. Padding 1.
Values convolution(const All& x, int stride) {
  constexpr int channels = 2, height = 4, width = 3, window = 3, across = 2;
  const auto inside = [](int y, int x_at) { return y >= 0 && y < height && x_at >= 0 && x_at < width; };
  Values result;
  for (int image = 0; image < 2; ++image)
    for (int out = 0; out < 2; ++out)
      for (int y = -1; y + window <= height + 1; y += stride)
        for (int left = -1; left + across <= width + 1; left += stride) {
          double total = x[2][static_cast<std::size_t>(out)];
          for (int c = 0; c < channels; ++c)
            for (int i = 0; i < window; ++i)
              for (int j = 0; j < across; ++j)
                if (inside(y + i, left + j))
                  total += x[0][static_cast<std::size_t>(((image * channels + c) * height + y + i) * width +
                                                         left + j)] *
                           x[1][static_cast<std::size_t>(((out * channels + c) * window + i) * across + j)];
          result.push_back(total);
        }
  return result;
}

/// The elements that a generator with that seed keeps, drawn on the host.
Values dropped(const Values& x, double keep) {
  Generator generator(11);
  Values y;
  for (const double value : x) y.push_back(generator.uniform() < static_cast<float>(keep) ? value / keep : 0);
  return y;
}

Tensor attention_of(const Tensors& x, bool causal) {
  return weighted_sum(attention(x[0], x[1], x[2], causal));
}

std::vector<Case> product_cases() {
  return {
      {"batched_matmul",
       {{2, 3, 4}, {2, 4, 2}},
       [](const Tensors& x) { return weighted_sum(matmul(x[0], x[1])); },
       [](const All& x) { return reference::weighted_sum(batched_matmul(x[0], x[1], 3, 2, 4)); }},
      {"batched_matmul_of_transposed",
       {{2, 3, 4}, {2, 2, 4}},
       [](const Tensors& x) { return weighted_sum(matmul(x[0], x[1].transpose())); },
       [](const All& x) {
         Values b;
         for (std::size_t i = 0; i < 2; ++i) append(b, reference::transposed(part(x[1], i * 8, 8), 2, 4));
         return reference::weighted_sum(batched_matmul(x[0], b, 3, 2, 4));
       }},
      {"linear_of_a_batch",
       {{2, 2, 3}, {4, 3}, {4}},
       [](const Tensors& x) { return weighted_sum(linear(x[0], x[1], x[2])); },
       [](const All& x) {
         Values y = reference::matmul(x[0], reference::transposed(x[1], 4, 3), 4, 4, 3);
         for (std::size_t i = 0; i < y.size(); ++i) y[i] += x[2][i % 4];
         return reference::weighted_sum(y);
       }},
      {"conv2d",
       {{2, 2, 4, 3}, {2, 2, 3, 2}, {2}},
       [](const Tensors& x) { return weighted_sum(conv2d(x[0], x[1], x[2], 1, 1)); },
       [](const All& x) { return reference::weighted_sum(convolution(x, 1)); }},
      {"conv2d_with_stride",
       {{2, 2, 4, 3}, {2, 2, 3, 2}, {2}},
       [](const Tensors& x) { return weighted_sum(conv2d(x[0], x[1], x[2], 2, 1)); },
       [](const All& x) { return reference::weighted_sum(convolution(x, 2)); }},
  };
}

std::vector<Case> row_cases() {
  return {
      {"gelu",
       {{7}},
       [](const Tensors& x) { return weighted_sum(gelu(x[0] * 3)); },
       [](const All& x) {
         return reference::weighted_sum(reference::each(x[0], [](double v) { return gelu_of(3 * v); }));
       }},
      {"softmax",
       {{2, 3, 4}},
       [](const Tensors& x) { return weighted_sum(softmax(x[0])); },
       [](const All& x) { return reference::weighted_sum(softmax(x[0], 4)); }},
      {"causal_softmax",
       {{2, 3, 4}},
       [](const Tensors& x) { return weighted_sum(softmax(causal_mask(x[0]))); },
       [](const All& x) { return reference::weighted_sum(softmax(x[0], 4, 3)); }},
      {"layer_norm",
       {{2, 2, 5}, {5}, {5}},
       [](const Tensors& x) { return weighted_sum(layer_norm(x[0], x[1], x[2])); },
       [](const All& x) { return reference::weighted_sum(layer_norm(x, 5)); }},
      {"embedding",
       {{4, 3}},
       [](const Tensors& x) {
         const Tensor rows = embedding(x[0], Tensor::labels({2, 0, 2, 2, 3, 0}, x[0].device()).view({2, 3}));
         return weighted_sum(rows * rows);
       },
       [](const All& x) {
         Values y;
         for (const std::size_t row : {2, 0, 2, 2, 3, 0}) append(y, part(x[0], row * 3, 3));
         return reference::weighted_sum(reference::each(y, y, std::multiplies<>()));
       }},
      {"dropout",
       {{3, 7}},
       [](const Tensors& x) {
         Generator generator(11);
         return weighted_sum(dropout(x[0], 0.25f, generator));
       },
       [](const All& x) { return reference::weighted_sum(dropped(x[0], 0.75)); }},
  };
}

std::vector<Case> attention_cases() {
  return {
      {"attention",
       {{2, 3, 4}, {2, 5, 4}, {2, 5, 2}},
       [](const Tensors& x) { return attention_of(x, false); },
       [](const All& x) { return reference::weighted_sum(attention(x, 3, 5, 4, 2, false)); }},
      {"causal_attention",
       {{2, 3, 4}, {2, 5, 4}, {2, 5, 2}},
       [](const Tensors& x) { return attention_of(x, true); },
       [](const All& x) { return reference::weighted_sum(attention(x, 3, 5, 4, 2, true)); }},
      {"attention_of_queries_that_see_nothing",
       {{2, 4, 4}, {2, 2, 4}, {2, 2, 3}},
       [](const Tensors& x) { return attention_of(x, true); },
       [](const All& x) { return reference::weighted_sum(attention(x, 4, 2, 4, 3, true)); }},
      {"attention_of_heads",
       {{2, 3, 2, 4}, {2, 3, 2, 4}, {2, 3, 2, 4}},
       [](const Tensors& x) {
         return weighted_sum(attention(x[0].transpose(1, 2), x[1].transpose(1, 2), x[2].transpose(1, 2)));
       },
       [](const All& x) {
         double total = 0;
         std::size_t at = 0;
         for (std::size_t image = 0; image < 2; ++image)
           for (std::size_t head = 0; head < 2; ++head) {
             All one(3);
             for (std::size_t operand = 0; operand < 3; ++operand)
               for (std::size_t row = 0; row < 3; ++row)
                 append(one[operand], part(x[operand], ((image * 3 + row) * 2 + head) * 4, 4));
             for (Values& values : one) append(values, values);  // attention() takes two
             for (const double value : part(attention(one, 3, 3, 4, 4, false), 0, 12))
               total += reference::weight_of(at++) * value;
           }
         return total;
       }},
  };
}

}  // namespace

std::vector<Case> layer_cases() {
  std::vector<Case> all = product_cases();
  for (const auto& more : {row_cases(), attention_cases()}) all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace gridmark::tensor
