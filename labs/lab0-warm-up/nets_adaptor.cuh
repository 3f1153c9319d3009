#pragma once
// Runs the nets of pitfalls.cu: a part of adaptor.cu.
#include "labs/lab0-warm-up/include/pitfalls.h"
#include "labs/lab0-warm-up/tensor_values.cuh"

namespace gridmark::lab0 {

/// The elements of all parameters in order.
inline std::vector<float> weights_of(const Module& net) {
  std::vector<float> weights;
  for (const Tensor& parameter : net.parameters()) {
    const auto values = parameter.to_vector();
    weights.insert(weights.end(), values.begin(), values.end());
  }
  return weights;
}

/// The net to train, on the device. It does not use the submission's make_net(), so a mistake there costs
/// only the item of make_net().
class GivenNet : public Module {
 public:
  explicit GivenNet(const Train& op) {
    const float* at = op.weights.data();
    for (const Shape& shape : {Shape{op.net.hidden, op.net.in}, Shape{op.net.hidden},
                               Shape{op.net.out, op.net.hidden}, Shape{op.net.out}}) {
      std::int64_t count = 1;
      for (const std::int64_t size : shape) count *= size;
      weights_.push_back(
          Tensor::from({at, at + count}, shape, DType::f32, Device::cuda()).set_requires_grad());
      at += count;
    }
  }

  Tensor forward(const Tensor& x) override { return layer(relu(layer(x, 0)), 2); }
  std::vector<Tensor> parameters() const override { return weights_; }

 private:
  Tensor layer(const Tensor& x, std::size_t first) const {
    return add_bias(matmul(x, weights_[first].transpose()), weights_[first + 1]);
  }

  std::vector<Tensor> weights_;  ///< weight, bias, weight, bias
};

GRIDMARK_OPERATION(MakeNet, op) {
  const EmptyCache at_the_end;
  const Tensor x = tensor_of(op.x, {size_of(op.x) / op.net.in, op.net.in});
  std::shared_ptr<Module> net;
  const Status status = graded([&] {
    Generator generator(op.seed);
    net = make_net(op.net.in, op.net.hidden, op.net.out, generator);
    return cudaSuccess;
  });
  if (!net) return gave_nothing("no net");
  const auto parameters = net->parameters();
  op.on_host.writable()[0] = std::none_of(parameters.begin(), parameters.end(),
                                          [](const Tensor& one) { return one.device().is_device(); });
  const auto weights = weights_of(*net);
  if (weights.size() == op.weights.size()) put(weights, op.weights);
  net->to(Device::cuda());
  const NoGrad no_grad;
  put(net->forward(x).to_vector(), op.answers);
  return status;
}

GRIDMARK_OPERATION(Train, op) {
  const EmptyCache at_the_end;
  const std::int64_t rows = size_of(op.x) / op.net.in;
  const Tensor x = tensor_of(op.x, {rows, op.net.in});
  const Tensor wanted = op.classifies ? Tensor::labels(values_of(op.labels), Device::cuda())
                                      : tensor_of(op.target, {rows, op.net.out});
  GivenNet net(op);
  std::vector<float> told;
  const Status status = graded([&] {
    told = op.classifies ? train_classifier(net, x, wanted, op.steps, op.rate)
                         : train_regression(net, x, wanted, op.steps, op.rate);
    return cudaSuccess;
  });
  if (told.empty()) return gave_nothing("no losses");
  put(told, op.losses);
  return status;
}

}  // namespace gridmark::lab0
