// Operations of image networks other than convolutions: pooling and batch norm.
#include <algorithm>

#include "tests/tensor/gradient_cases.h"

namespace gridmark::tensor {
namespace {

using reference::Values;
using Tensors = std::vector<Tensor>;
using All = std::vector<Values>;

/// x [planes,height,width]
Values pooled(const Values& x, int planes, int height, int width, int size, int stride) {
  Values y;
  for (int plane = 0; plane < planes; ++plane)
    for (int top = 0; top + size <= height; top += stride)
      for (int left = 0; left + size <= width; left += stride) {
        double greatest = -1e300;
        for (int i = 0; i < size; ++i)
          for (int j = 0; j < size; ++j) {
            const int at = (plane * height + top + i) * width + left + j;
            greatest = std::max(greatest, x[static_cast<std::size_t>(at)]);
          }
        y.push_back(greatest);
      }
  return y;
}

/// All elements differ, so that a difference affects only one greatest element.
Values ranked(const Values& x) {
  Values y = x;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += static_cast<double>(i * 5 % 32) * 4;
  return y;
}

Tensor ranked(const Tensor& x) {
  std::vector<float> more;
  for (const double value : ranked(Values(static_cast<std::size_t>(x.numel()), 0.0)))
    more.push_back(static_cast<float>(value));
  return x + Tensor::from(more, x.shape(), x.dtype(), x.device());
}

/// The channel of element i.
std::size_t channel_of(std::size_t i, std::size_t channels, std::size_t inner) {
  return i / inner % channels;
}

/// x, weight, bias. The mean and variance of each channel come from the batch.
Values batch_norm(const All& x, std::size_t channels, std::size_t inner) {
  Values mean(channels, 0.0), variance(channels, 0.0), y;
  const double share = static_cast<double>(channels) / static_cast<double>(x[0].size());
  for (std::size_t i = 0; i < x[0].size(); ++i) mean[channel_of(i, channels, inner)] += x[0][i] * share;
  for (std::size_t i = 0; i < x[0].size(); ++i)
    variance[channel_of(i, channels, inner)] +=
        std::pow(x[0][i] - mean[channel_of(i, channels, inner)], 2) * share;
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    const std::size_t c = channel_of(i, channels, inner);
    y.push_back((x[0][i] - mean[c]) / std::sqrt(variance[c] + 1e-5) * x[1][c] + x[2][c]);
  }
  return y;
}

/// The same with the mean c / 4 and the variance (c + 1) / 2 in channel c.
Values batch_norm_of_constants(const All& x, std::size_t channels, std::size_t inner) {
  Values y;
  for (std::size_t i = 0; i < x[0].size(); ++i) {
    const std::size_t c = channel_of(i, channels, inner);
    const double at = static_cast<double>(c);
    y.push_back((x[0][i] - at / 4) / std::sqrt((at + 1) / 2 + 1e-5) * x[1][c] + x[2][c]);
  }
  return y;
}

Tensor batch_norm_of(const Tensors& x, bool training) {
  std::vector<float> means, variances;
  for (std::int64_t c = 0; c < x[1].numel(); ++c) {
    means.push_back(static_cast<float>(c) / 4);
    variances.push_back(static_cast<float>(c + 1) / 2);
  }
  Tensor mean = Tensor::from(means, x[1].shape(), DType::f32, x[0].device());
  Tensor variance = Tensor::from(variances, x[1].shape(), DType::f32, x[0].device());
  return weighted_sum(batch_norm(x[0], x[1], x[2], mean, variance, training));
}

}  // namespace

std::vector<Case> image_cases() {
  return {
      {"max_pool2d",
       {{2, 2, 4, 5}},
       [](const Tensors& x) { return weighted_sum(max_pool2d(ranked(x[0]), 2, 2)); },
       [](const All& x) { return reference::weighted_sum(pooled(ranked(x[0]), 4, 4, 5, 2, 2)); }},
      {"max_pool2d_of_windows_that_overlap",
       {{1, 2, 5, 4}},
       [](const Tensors& x) { return weighted_sum(max_pool2d(ranked(x[0]), 3, 1)); },
       [](const All& x) { return reference::weighted_sum(pooled(ranked(x[0]), 2, 5, 4, 3, 1)); }},
      {"max_pool2d_with_gaps",
       {{1, 1, 5, 5}},
       [](const Tensors& x) { return weighted_sum(max_pool2d(ranked(x[0]), 2, 3)); },
       [](const All& x) { return reference::weighted_sum(pooled(ranked(x[0]), 1, 5, 5, 2, 3)); }},
      {"batch_norm",
       {{5, 3}, {3}, {3}},
       [](const Tensors& x) { return batch_norm_of(x, true); },
       [](const All& x) { return reference::weighted_sum(batch_norm(x, 3, 1)); }},
      {"batch_norm_of_images",
       {{2, 3, 2, 2}, {3}, {3}},
       [](const Tensors& x) { return batch_norm_of(x, true); },
       [](const All& x) { return reference::weighted_sum(batch_norm(x, 3, 4)); }},
      {"batch_norm_with_running_moments",
       {{2, 3, 2, 2}, {3}, {3}},
       [](const Tensors& x) { return batch_norm_of(x, false); },
       [](const All& x) { return reference::weighted_sum(batch_norm_of_constants(x, 3, 4)); }},
  };
}

}  // namespace gridmark::tensor
