#pragma once
// Residual blocks and a linear head in FP64 on the host.
#include <span>
#include <vector>

namespace gridmark::lab4 {

using Doubles = std::vector<double>;

/// y = W x + b for each row. Weights are stored as [in,out], so that the inner loops run along memory.
class ReferenceLayer {
 public:
  /// Reads [out,in] and [out] from `weights`, and moves it behind them.
  ReferenceLayer(const float*& weights, int in, int out);

  Doubles forward(const Doubles& x) const;
  /// Adds the gradient of the weights to `by_weight`, in their original layout, and moves `at` behind them.
  Doubles backward(const Doubles& x, const Doubles& by_y, Doubles& by_weight, std::size_t& at) const;
  /// weights += step, which has the original layout. Moves `at` behind them.
  void add(const Doubles& step, std::size_t& at);
  /// Appends the weights in their original layout.
  void append_to(Doubles& weights) const;

 private:
  std::size_t in_, out_;
  Doubles weight_, bias_;
};

/// x + W2 gelu(W1 x + b1) + b2, `layers` times, then a head if there are classes.
class ReferenceNet {
 public:
  ReferenceNet(std::span<const float> weights, int layers, int width, int hidden, int classes = 0);

  /// Keeps the values that slopes() needs.
  Doubles forward(std::span<const float> x);
  struct Slopes {
    Doubles by_x, by_weight;
  };
  Slopes slopes(Doubles by_y) const;

  void add(const Doubles& step);
  Doubles weights() const;

 private:
  struct Block {
    ReferenceLayer widen, narrow;
  };
  struct Kept {
    Doubles x, before_gelu, after_gelu;
  };
  std::vector<Block> blocks_;
  std::vector<ReferenceLayer> head_;  ///< empty or one element
  std::vector<Kept> kept_;
  Doubles to_head_;
  std::size_t count_;  ///< number of weights
};

}  // namespace gridmark::lab4
