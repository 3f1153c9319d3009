#include "labkit/tensor/layers.h"

#include <cmath>

namespace gridmark::tensor {

Tensor GELU::forward(const Tensor& x) { return gelu(x); }

LayerNorm::LayerNorm(std::int64_t n) {
  const UseScope use(Use::parameter);
  weight = Tensor::full({n}, 1).set_requires_grad();
  bias = Tensor::zeros({n}).set_requires_grad();
}

Tensor LayerNorm::forward(const Tensor& x) { return layer_norm(x, weight, bias); }

Embedding::Embedding(std::int64_t rows, std::int64_t n, Generator& generator) {
  std::vector<float> values(static_cast<std::size_t>(rows * n));
  for (float& value : values) value = 0.02f * generator.normal();
  const UseScope use(Use::parameter);
  weight = Tensor::from(values, {rows, n}).set_requires_grad();
}

Tensor Embedding::forward(const Tensor& indices) { return embedding(weight, indices); }

Tensor Dropout::forward(const Tensor& x) {
  return training_ && probability_ != 0 ? dropout(x, probability_, *generator_) : x;
}

Conv2d::Conv2d(std::int64_t in, std::int64_t out, std::int64_t size, Generator& generator, Settings settings)
    : settings_(settings) {
  const float bound = 1 / std::sqrt(static_cast<float>(in * size * size));
  weight = uniform_parameter({out, in, size, size}, bound, generator);
  bias = uniform_parameter({out}, bound, generator);
}

Tensor Conv2d::forward(const Tensor& x) {
  return conv2d(x, weight, bias, settings_.stride, settings_.padding);
}

BatchNorm::BatchNorm(std::int64_t channels, float momentum) : momentum_(momentum) {
  const UseScope use(Use::parameter);
  weight = Tensor::full({channels}, 1).set_requires_grad();
  bias = Tensor::zeros({channels}).set_requires_grad();
  running_mean = Tensor::zeros({channels});
  running_variance = Tensor::full({channels}, 1);
}

Tensor BatchNorm::forward(const Tensor& x) {
  return batch_norm(x, weight, bias, running_mean, running_variance, training_, momentum_);
}

}  // namespace gridmark::tensor
