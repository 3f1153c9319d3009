#pragma once
// Linear layers with ReLUs between them, cross entropy, clipping and AdamW in FP64 on the host: what a training
// with train_with_amp should do.
#include <vector>

#include "labs/lab2-mixed-precision/tests/steps.h"
#include "labs/lab2-mixed-precision/train_operation.h"

namespace gridmark::lab2 {

using Doubles = std::vector<double>;

/// Weights of a layer lie [in,out] here, so that the inner loops run along memory.
class ReferenceNet {
 public:
  ReferenceNet(std::span<const int> widths, std::span<const float> weights);

  /// x [rows,in] -> [rows,classes]
  Doubles answers(std::span<const float> x);
  /// Of the loss whose slope by the last answers is given, by each weight.
  Doubles slopes(Doubles by_answer) const;

  Doubles& weights() { return weights_; }

 private:
  struct Layer {
    std::size_t in, out, at;  ///< where its weights begin; its biases follow them
  };
  std::vector<Layer> layers_;
  Doubles weights_;
  std::vector<Doubles> inputs_;  ///< of each layer, in the last call of answers()
};

/// What a training did.
struct ReferenceRun {
  std::vector<double> losses;  ///< before each step
  std::vector<double> slopes;  ///< before each step: length of the weighted loss's gradient by the last bias
  Doubles weights;             ///< as ReferenceNet has them
};

/// The training that `op` asks for, in FP64; steps with an infinite gradient are skipped.
ReferenceRun train_reference(const Train& op);

/// The loss on the first batch of `op`; weights as Train::trained has them.
double loss_of(const Train& op, std::span<const float> weights);
/// The same for the reference's own weights.
double loss_of(const Train& op, const Doubles& weights);

/// The share of rows that get their label, in [0, 1]; weights as Train::trained has them.
double accuracy(std::span<const int> widths, std::span<const float> weights, std::span<const float> x,
                std::span<const int> labels);
/// The same for the reference's own weights.
double accuracy(std::span<const int> widths, const Doubles& weights, std::span<const float> x,
                std::span<const int> labels);

}  // namespace gridmark::lab2
