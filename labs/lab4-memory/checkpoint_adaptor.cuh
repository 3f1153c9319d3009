#pragma once
// Runs gradient_checkpointing.cu: a part of adaptor.cu.
#include "labs/lab4-memory/blocks.cuh"
#include "labs/lab4-memory/include/gradient_checkpointing.h"

namespace gridmark::lab4 {

/// The blocks of an operation, and their random generator.
template <class Operation>
struct Network {
  explicit Network(const Operation& op, float dropout = 0) {
    const float* at = op.weights.data();
    blocks = blocks_of(at, op.layers, op.width, op.hidden, dropout, generator, passes);
    const Shape shape{op.rows, op.width};
    x = Tensor::from(values_of(op.x), shape, DType::f32, Device::cuda());
  }

  std::vector<Tensor> parameters() const {
    std::vector<Tensor> all;
    for (const auto& block : blocks)
      for (const Tensor& one : block->parameters()) all.push_back(one);
    return all;
  }
  void zero_grad() {
    x.zero_grad();
    for (const auto& block : blocks) block->zero_grad();
  }

  SharedPasses passes = std::make_shared<Passes>();
  Generator generator{20'261};
  std::vector<std::shared_ptr<Module>> blocks;
  Tensor x;
};

inline CastPolicy bf16_products() {
  return [](const std::string& operation, DType widest) {
    return operation == "linear" || operation == "matmul" ? DType::bf16 : widest;
  };
}

/// Destinations for the results of a pass.
struct PassResults {
  channel::Out<float>& y;
  channel::Out<PassCost>& cost;
  bool is_submission;
};

/// Runs one pass through the network, and measures its cost.
template <class Forward>
void run_pass(Checkpointed& op, Network<Checkpointed>& net, const PassResults& to, Forward forward) {
  net.generator.set_position(0);
  *net.passes = {};
  const std::size_t before = allocated();
  const PeakWatch watch;
  PassCost cost{};
  {
    const std::unique_ptr<NoGrad> no_grad(op.twist == Twist::no_grad ? new NoGrad : nullptr);
    const CastScope policy(op.twist == Twist::bf16 ? bf16_products() : CastPolicy());
    const Tensor y = forward(net.x);
    cost.kept = allocated() - before;
    cost.forwards_to_result = net.passes->forwards;
    const std::vector<float> values = y.to_vector();
    std::copy_n(values.begin(), std::min(values.size(), to.y.size()), to.y.writable().begin());
    if (to.is_submission) op.facts.writable()[0] = y.requires_grad() ? 1 : 0;
    if (op.twist == Twist::changed && to.is_submission) {
      const NoGrad guard;
      net.x += net.x;
    }
    try {
      if (y.requires_grad()) sum(y * y).backward();
    } catch (const AutogradError&) {
      if (to.is_submission) op.facts.writable()[1] = 1;
    }
  }
  cost.peak = watch.peak() - before;
  cost.forwards = net.passes->forwards, cost.backwards = net.passes->backwards;
  cost.drawn = net.generator.position();
  to.cost.writable()[0] = cost;
}

/// Copies all gradients, zeros for a missing one, and releases them.
inline void take_slopes(Network<Checkpointed>& net, channel::Out<float>& slopes) {
  float* to = slopes.writable().data();
  const float* const end = to + slopes.size();
  std::fill_n(to, slopes.size(), 0.0f);
  const auto put_slope = [&](const Tensor& one) {
    if (one.grad().defined())
      put(one.grad(), to, end);
    else
      to += std::min<std::ptrdiff_t>(end - to, one.numel());
  };
  put_slope(net.x);
  for (const Tensor& parameter : net.parameters()) put_slope(parameter);
  net.zero_grad();
}

/// The submission's forward pass through the network.
inline Tensor with_checkpoints(const Checkpointed& op, Network<Checkpointed>& net, const Tensor& x) {
  if (!op.direct) return CheckpointedTransformer(net.blocks, net.generator).forward(x, op.every_n);
  Tensor y = x;
  for (int first = 0; first < op.layers; first += op.every_n) {
    const int end = std::min(first + op.every_n, op.layers);
    const auto segment = [&blocks = net.blocks, first, end](const Tensor& in) {
      Tensor out = in;
      for (int i = first; i < end; ++i) out = blocks[static_cast<std::size_t>(i)]->forward(out);
      return out;
    };
    y = checkpoint(segment, y, net.generator);
  }
  return y;
}

GRIDMARK_OPERATION(Checkpointed, op) {
  if (const Status held = held_before(); held.code != 0) return held;
  const EmptyCache at_the_end;
  Network<Checkpointed> net(op, op.dropout);
  if (op.twist != Twist::no_input_gradient) net.x.set_requires_grad();
  op.facts.writable()[0] = op.facts.writable()[1] = 0;
  run_pass(op, net, {op.plain_y, op.plain_cost, false}, [&](const Tensor& x) {
    Tensor y = x;
    for (const auto& block : net.blocks) y = block->forward(y);
    return y;
  });
  take_slopes(net, op.plain_slopes);
  bool answered = true;
  const Status status = graded([&] {
    run_pass(op, net, {op.y, op.cost, true}, [&](const Tensor& x) {
      Tensor y = with_checkpoints(op, net, x);
      answered = y.defined();
      return answered ? y : x;
    });
    return cudaSuccess;
  });
  take_slopes(net, op.slopes);
  if (!answered) return {cudaErrorNotSupported, "no result", "is the function still to be written?"};
  return status;
}

/// Runs one pass for each value, without the submission's sweep.
inline void see_for_ourselves(Sweep& op, Network<Sweep>& net) {
  CheckpointedTransformer checkpointed(net.blocks, net.generator);
  for (std::size_t i = 0; i < op.every_n.size(); ++i) {
    *net.passes = {};
    net.zero_grad();
    const std::size_t before = allocated();
    const PeakWatch watch;
    const Tensor y = checkpointed.forward(net.x, op.every_n.values()[i]);
    if (y.defined() && y.requires_grad()) sum(y).backward();
    op.seen.writable()[i] = static_cast<double>(watch.peak() - before);
    op.forwards.writable()[i] = static_cast<int>(net.passes->forwards);
  }
  net.zero_grad();
}

GRIDMARK_OPERATION(Sweep, op) {
  if (const Status held = held_before(); held.code != 0) return held;
  const EmptyCache at_the_end;
  Network<Sweep> net(op);
  net.x.set_requires_grad();
  const std::size_t before = allocated();
  std::vector<std::size_t> found;
  const Status status = graded([&] {
    CheckpointedTransformer checkpointed(net.blocks, net.generator);
    found = sweep_checkpoints(checkpointed, net.x, values_of(op.every_n));
    return cudaSuccess;
  });
  op.after.writable()[0] = allocated() - before;
  if (found.size() != op.every_n.size())
    return {cudaErrorNotSupported, "no result", "is the function still to be written?"};
  for (std::size_t i = 0; i < found.size(); ++i) op.found.writable()[i] = static_cast<double>(found[i]);
  see_for_ourselves(op, net);
  return status;
}

GRIDMARK_OPERATION(BestEveryN, op) {
  return graded([&] {
    for (std::size_t i = 0; i < op.answers.size(); ++i)
      op.answers.writable()[i] =
          best_every_n(op.layers.values()[i], op.input_bytes.values()[i], op.block_bytes.values()[i]);
    return cudaSuccess;
  });
}

}  // namespace gridmark::lab4
