#pragma once
// The correct training for train_with_amp, in FP64 on the host: linear layers with ReLUs between them, cross
// entropy, clipping and AdamW.
#include <vector>

#include "labs/lab2-mixed-precision/tests/steps.h"
#include "labs/lab2-mixed-precision/train_operation.h"

namespace gridmark::lab2 {

using Doubles = std::vector<double>;

/// Weights of a layer are stored as [in,out], so that the inner loops run along memory.
class ReferenceNet {
 public:
  ReferenceNet(std::span<const int> widths, std::span<const float> weights);

  /// x [rows,in] -> [rows,classes]
  Doubles answers(std::span<const float> x);
  /// The gradient of a loss with respect to each weight, from its gradient for the last answers.
  Doubles slopes(Doubles by_answer) const;

  Doubles& weights() { return weights_; }

 private:
  struct Layer {
    std::size_t in, out, at;  ///< `at` is the index of the first weight. The biases follow the weights
  };
  std::vector<Layer> layers_;
  Doubles weights_;
  std::vector<Doubles> inputs_;  ///< one for each layer, from the last call of answers()
};

/// The results of a training.
struct ReferenceRun {
  std::vector<double> losses;  ///< before each step
  std::vector<double> slopes;  ///< before each step: length of the weighted loss's gradient for the last bias
  Doubles weights;             ///< in the layout of ReferenceNet
};

/// The training that `op` requests, in FP64. Steps with an infinite gradient are skipped.
ReferenceRun train_reference(const Train& op);

/// The loss on the first batch of `op`. The weights have the layout of Train::trained.
double loss_of(const Train& op, std::span<const float> weights);
/// The same for the reference's own weights.
double loss_of(const Train& op, const Doubles& weights);

/// The share of rows with the right label, in [0, 1]. The weights have the layout of Train::trained.
double accuracy(std::span<const int> widths, std::span<const float> weights, std::span<const float> x,
                std::span<const int> labels);
/// The same for the reference's own weights.
double accuracy(std::span<const int> widths, const Doubles& weights, std::span<const float> x,
                std::span<const int> labels);

}  // namespace gridmark::lab2
