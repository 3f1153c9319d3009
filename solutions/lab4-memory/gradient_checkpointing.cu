// Lab 4: activations that are computed again instead of kept.
// Read gradient_checkpointing.h first. It contains the contract.
#include "gradient_checkpointing.h"

#include <algorithm>
#include <cstdint>

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 2. One part of a network runs forward twice and backward once.

// BEGIN SOLUTION checkpoint
//: Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& x, Generator& generator) {
//:   // TODO: save the generator's position, the cast policy, and x in a Saved. Run fn(x) under NoGrad, and use
//:   // with_gradient(). Its backward pass restores position and policy. It runs fn again under WithGrad on x
//:   // without its history, calls backward(grad) on the result, and returns the gradient of x.
//:   return Tensor();
//: }
/// Sets the generator to another position while this object lives.
class Rewound {
 public:
  Rewound(Generator& generator, std::uint64_t position) : generator_(generator), before_(generator.position()) {
    generator_.set_position(position);
  }
  ~Rewound() { generator_.set_position(before_); }
  Rewound(const Rewound&) = delete;
  Rewound& operator=(const Rewound&) = delete;

 private:
  Generator& generator_;
  std::uint64_t before_;
};

Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& x, Generator& generator) {
  const std::uint64_t position = generator.position();
  const CastPolicy policy = cast_policy();
  const bool for_x = x.requires_grad();
  // Rows of a data set require no gradient. Then there would be no node, and no gradient for the parameters.
  const Tensor entrance = for_x ? x : x.detach().set_requires_grad();
  const Saved saved(x, "checkpoint", "its operand");
  Tensor y;
  {
    const NoGrad no_grad;
    y = fn(x.detach());
  }
  return with_gradient(y.detach(), "checkpoint", {entrance}, [=, &generator](const Tensor& grad) {
    const Rewound as_before(generator, position);
    Tensor operand = saved.get().detach();
    if (for_x) operand.set_requires_grad();
    const WithGrad with_grad;
    const CastScope as_then(policy);
    fn(operand).backward(grad);
    return std::vector<Tensor>{operand.grad()};
  });
}
// END SOLUTION checkpoint

// ----------------------------------------------------------------------------------------------------
// 3. A network of segments.

// BEGIN SOLUTION checkpointed_forward
//: Tensor CheckpointedTransformer::forward(const Tensor& x, int every_n) {
//:   // TODO: blocks [first, first + every_n) are a function of one tensor. Pass this function to checkpoint().
//:   return Tensor();
//: }
Tensor CheckpointedTransformer::forward(const Tensor& x, int every_n) {
  const auto through = [](const std::vector<std::shared_ptr<Module>>& blocks, Tensor y) {
    for (const auto& block : blocks) y = block->forward(y);
    return y;
  };
  if (every_n <= 0) return through(blocks_, x);
  Tensor y = x;
  const auto step = static_cast<std::size_t>(every_n);
  for (std::size_t first = 0; first < blocks_.size(); first += step) {
    const auto begin = blocks_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto length = static_cast<std::ptrdiff_t>(std::min(step, blocks_.size() - first));
    const std::vector<std::shared_ptr<Module>> segment(begin, begin + length);
    y = checkpoint([segment, through](const Tensor& in) { return through(segment, in); }, y, *generator_);
  }
  return y;
}
// END SOLUTION checkpointed_forward

// ----------------------------------------------------------------------------------------------------
// 4. How many blocks make a segment?

// BEGIN SOLUTION sweep_checkpoints
//: std::vector<std::size_t> sweep_checkpoints(CheckpointedTransformer& net, const Tensor& x,
//:                                            const std::vector<int>& every_n) {
//:   // TODO: for each value: release gradients, read memory_stats(), reset_peak(), run one pass, read again.
//:   return {};
//: }
std::vector<std::size_t> sweep_checkpoints(CheckpointedTransformer& net, const Tensor& x,
                                           const std::vector<int>& every_n) {
  Tensor input = x;
  const auto release = [&] {
    net.zero_grad();
    input.zero_grad();
  };
  std::vector<std::size_t> peaks;
  for (const int n : every_n) {
    release();
    const std::size_t before = memory_stats(x.device()).allocated;
    reset_peak(x.device());
    sum(net.forward(x, n)).backward();
    peaks.push_back(memory_stats(x.device()).peak - before);
  }
  release();
  return peaks;
}
// END SOLUTION sweep_checkpoints

// BEGIN SOLUTION best_every_n
//: int best_every_n(int layers, double input_bytes, double block_bytes) {
//:   // TODO: a/n + b n is smallest at n = sqrt(a/b). Which whole number is best?
//:   return 0;
//: }
int best_every_n(int layers, double input_bytes, double block_bytes) {
  const auto bytes = [&](int n) { return layers / static_cast<double>(n) * input_bytes + n * block_bytes; };
  int best = 1;
  for (int n = 2; n <= layers; ++n)
    if (bytes(n) < bytes(best)) best = n;
  return best;
}
// END SOLUTION best_every_n
