#pragma once
// More layers. Each holds the parameters of one operation.
#include "labkit/tensor/module.h"
#include "labkit/tensor/operations.h"

namespace gridmark::tensor {

class GELU : public Module {
 public:
  Tensor forward(const Tensor& x) override;
};

/// layer_norm(). The weight starts with ones and the bias with zeros, both [n].
class LayerNorm : public Module {
 public:
  explicit LayerNorm(std::int64_t n);
  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return {weight, bias}; }
  std::vector<NamedTensor> named_parameters() const override { return {{"weight", weight}, {"bias", bias}}; }

  Tensor weight, bias;
};

/// A row of `n` numbers for each of `rows` indices, initially normal with deviation 0.02.
class Embedding : public Module {
 public:
  Embedding(std::int64_t rows, std::int64_t n, Generator& generator);
  /// indices  i32 of any shape -> [..., n]
  Tensor forward(const Tensor& indices) override;
  std::vector<Tensor> parameters() const override { return {weight}; }
  std::vector<NamedTensor> named_parameters() const override { return {{"weight", weight}}; }

  Tensor weight;
};

/// dropout() during training, else the identity. Its numbers come from the generator, which must outlive it.
/// To repeat a forward pass, set the generator's position back.
class Dropout : public Module {
 public:
  Dropout(float probability, Generator& generator) : probability_(probability), generator_(&generator) {}
  Tensor forward(const Tensor& x) override;
  void train(bool on) override { training_ = on; }

 private:
  float probability_;
  Generator* generator_;
  bool training_ = true;
};

/// conv2d() with windows of size x size. Weight [out,in,size,size] and bias [out] start uniform within 1 /
/// sqrt(in * size * size).
class Conv2d : public Module {
 public:
  struct Settings {
    int stride = 1, padding = 0;
  };
  Conv2d(std::int64_t in, std::int64_t out, std::int64_t size, Generator& generator)
      : Conv2d(in, out, size, generator, Settings()) {}
  Conv2d(std::int64_t in, std::int64_t out, std::int64_t size, Generator& generator, Settings settings);
  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return {weight, bias}; }
  std::vector<NamedTensor> named_parameters() const override { return {{"weight", weight}, {"bias", bias}}; }

  Tensor weight, bias;

 private:
  Settings settings_;
};

/// max_pool2d(). Windows are next to each other unless a stride is given.
class MaxPool2d : public Module {
 public:
  explicit MaxPool2d(int size) : MaxPool2d(size, size) {}
  MaxPool2d(int size, int stride) : size_(size), stride_(stride) {}
  Tensor forward(const Tensor& x) override { return max_pool2d(x, size_, stride_); }

 private:
  int size_, stride_;
};

/// batch_norm() of [batch,features] or of images [batch,channels,height,width]. Weights start with 1 and
/// biases with 0. Each forward pass in training changes the buffers "running_mean" (0 at first) and
/// "running_variance" (1 at first), even under NoGrad. Call train(false) to validate.
class BatchNorm : public Module {
 public:
  explicit BatchNorm(std::int64_t channels, float momentum = 0.1f);
  Tensor forward(const Tensor& x) override;
  std::vector<Tensor> parameters() const override { return {weight, bias}; }
  std::vector<NamedTensor> named_parameters() const override { return {{"weight", weight}, {"bias", bias}}; }
  std::vector<NamedTensor> named_buffers() const override {
    return {{"running_mean", running_mean}, {"running_variance", running_variance}};
  }
  void train(bool on) override { training_ = on; }

  Tensor weight, bias, running_mean, running_variance;

 private:
  float momentum_;
  bool training_ = true;
};

/// [batch, ...] -> [batch, everything else]
class Flatten : public Module {
 public:
  Tensor forward(const Tensor& x) override { return x.reshape({x.size(0), -1}); }
};

}  // namespace gridmark::tensor
