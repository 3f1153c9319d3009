#pragma once
// A complete training, as the checker of lab 2 requests it.
#include <cstdint>

#include "labs/lab2-mixed-precision/operations.h"

namespace gridmark::lab2 {

/// Device memory of the training as the worker measured it, in bytes.
struct TrainMemory {
  std::uint64_t activations;  ///< most bytes added between a forward pass and its backward pass
  std::uint64_t peak;         ///< above the bytes before train_with_amp()
  std::uint64_t after;        ///< above the network's own bytes, when it returned
};

/// train_with_amp on a network of linear layers with ReLUs between them.
struct Train {
  static constexpr std::string_view name = "train";

  Type low = Type::f16;
  bool scaling = true;
  float loss_weight = 1, clip = 0;
  int batch = 0, epochs = 0;
  float rate = 0, decay = 0, epsilon = 1e-8f;
  float scale = 65536, growth = 2, backoff = 0.5f;
  int interval = 2000;
  channel::In<int> widths;       ///< inputs, hidden layers, classes
  channel::In<float> weights;    ///< before: weight [out,in] and bias [out] of each layer
  channel::In<float> x;          ///< [rows,in]
  channel::In<int> labels;       ///< [rows]
  channel::In<int> infinite;     ///< [steps]: 1 puts Inf, 2 NaN into a gradient after backward()
  channel::Out<float> losses;    ///< [steps]
  channel::Out<float> scales;    ///< [steps]
  channel::Out<int> skipped;     ///< [steps]
  channel::Out<int> unchanged;   ///< [steps]: 1 if the step kept the parameters bit by bit, or [0]
  channel::Out<float> slopes;    ///< [steps]: scaled length of the last bias's gradient after backward(), or [0]
  channel::Out<float> trained;   ///< as `weights`
  channel::Out<TrainMemory> memory{1};
  channel::Out<int> policy{2};   ///< 1: autocast_type is the policy in every forward pass; 1: none is set afterwards

  auto fields() {
    return std::tie(low, scaling, loss_weight, clip, batch, epochs, rate, decay, epsilon, scale, growth, backoff,
                    interval, widths, weights, x, labels, infinite, losses, scales, skipped, unchanged, slopes,
                    trained, memory, policy);
  }
  std::string subject() const { return "train_with_amp"; }
  std::string describe() const {
    std::string net;
    for (const int width : widths.values()) net += (net.empty() ? "" : "-") + std::to_string(width);
    return "train_with_amp(" + net + ", " + name_of(low) + (scaling ? "" : ", no scaling") +
           (loss_weight == 1 ? "" : ", weighted loss") + (clip > 0 ? ", clipped" : "") + ")";
  }
};

}  // namespace gridmark::lab2
