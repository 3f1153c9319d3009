#pragma once
// Runs the nets of pitfalls.cu, and trains twins of them as the contract says: a part of adaptor.cu.
#include "labs/lab0-warm-up/include/pitfalls.h"
#include "labs/lab0-warm-up/tensor_values.cuh"

namespace gridmark::lab0 {

inline std::shared_ptr<Module> true_net(const NetShape& net, std::uint64_t seed) {
  Generator generator(seed);
  auto first = std::make_shared<Linear>(net.in, net.hidden, generator);
  auto second = std::make_shared<Linear>(net.hidden, net.out, generator);
  return std::make_shared<Sequential>(first, std::make_shared<ReLU>(), second);
}

/// The losses of the training that the contract asks for.
inline std::vector<float> true_losses(const Train& op, const Tensor& x, const Tensor& wanted) {
  const std::shared_ptr<Module> net = true_net(op.net, op.seed);
  net->to(Place::device());
  Adam::Settings settings;
  settings.rate = op.rate;
  Adam optimizer(net->parameters(), settings);
  std::vector<float> losses;
  for (int step = 0; step < op.steps; ++step) {
    const Tensor answers = net->forward(x);
    const Tensor loss = op.classifies ? cross_entropy(answers, wanted) : mse_loss(answers, wanted);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
  }
  return losses;
}

/// Each parameter's elements, one after the other.
inline std::vector<float> weights_of(const Module& net) {
  std::vector<float> weights;
  for (const Tensor& parameter : net.parameters()) {
    const auto values = parameter.to_vector();
    weights.insert(weights.end(), values.begin(), values.end());
  }
  return weights;
}

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
  const auto weights = weights_of(*net);
  if (weights.size() == op.weights.size()) put(weights, op.weights);
  net->to(Place::device());
  const NoGrad no_grad;
  put(net->forward(x).to_vector(), op.answers);
  return status;
}

GRIDMARK_OPERATION(Train, op) {
  const EmptyCache at_the_end;
  const std::int64_t rows = size_of(op.x) / op.net.in;
  const Tensor x = tensor_of(op.x, {rows, op.net.in});
  const Tensor wanted = op.classifies ? Tensor::labels(values_of(op.labels), Place::device())
                                      : tensor_of(op.target, {rows, op.net.out});
  put(true_losses(op, x, wanted), op.expected);
  const std::shared_ptr<Module> net = true_net(op.net, op.seed);
  net->to(Place::device());
  std::vector<float> losses;
  const Status status = graded([&] {
    losses = op.classifies ? train_classifier(*net, x, wanted, op.steps, op.rate)
                           : train_regression(*net, x, wanted, op.steps, op.rate);
    return cudaSuccess;
  });
  if (losses.empty()) return gave_nothing("no losses");
  put(losses, op.losses);
  return status;
}

}  // namespace gridmark::lab0
