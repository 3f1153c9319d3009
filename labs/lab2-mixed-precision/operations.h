#pragma once
// Operations that the checker of lab 2 can run in amp_training.cu and stability_tests.cu. Complete trainings
// are in train_operation.h.
#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>

#include "labkit/channel/arrays.h"
#include "labkit/channel/circumstance.h"

namespace gridmark::lab2 {

enum class Type : int { f32, f16, bf16 };

inline std::string name_of(Type type) {
  constexpr std::string_view names[] = {"f32", "f16", "bf16"};
  return std::string(names[static_cast<int>(type)]);
}

/// Names of the kit's operations for autocast_type.
inline constexpr std::string_view operations[] = {
    "matmul",    "linear", "conv2d", "softmax",  "layer_norm", "sum",       "mean",     "cross_entropy", "mse_loss",
    "embedding", "+",      "-",      "*",        "relu",       "gelu",      "sigmoid",  "tanh",          "add_bias",
    "dropout",   "causal_mask"};
inline constexpr int products = 3, in_f32 = 9;  ///< [0, 3) are products, [3, 9) run in f32

/// autocast_type for many operations in one call.
struct AskPolicy {
  static constexpr std::string_view name = "policy";

  channel::In<int> questions;  ///< [n,3]: which of `operations`, widest, low
  channel::Out<int> answers;   ///< [n]: Type, or -1 if it is not one of the three

  auto fields() { return std::tie(questions, answers); }
  std::string subject() const { return "autocast_type"; }
  std::string describe() const { return "autocast_type"; }
};

/// unscale_and_check. The values of all tensors are consecutive.
struct Unscale {
  static constexpr std::string_view name = "unscale";

  Type type = Type::f16;
  float inverse_scale = 1;
  channel::In<int> sizes;         ///< sizes of the slices, 0 is allowed
  channel::In<float> scaled;      ///< converted to `type` before the call
  channel::Out<float> unscaled;   ///< [as many]
  channel::Out<int> found{1};

  auto fields() { return std::tie(type, inverse_scale, sizes, scaled, unscaled, found); }
  std::string subject() const { return "unscale_and_check"; }
  std::string describe() const {
    return "unscale_and_check(" + std::to_string(sizes.size()) + (sizes.size() == 1 ? " slice" : " slices") +
           " of " + name_of(type) + ", " + std::to_string(scaled.size()) + " elements)";
  }
};

/// A MasterAdamW from its construction to its last step.
struct TakeSteps {
  static constexpr std::string_view name = "take_steps";

  Type low = Type::f16;
  int steps = 0;
  float rate = 0, decay = 0;
  float beta1 = 0.9f, beta2 = 0.999f, epsilon = 1e-8f;
  channel::In<int> sizes;                        ///< sizes of the parameters
  channel::In<float> parameters;                 ///< f32, before the first step
  channel::In<float> gradients;                  ///< [steps,elements]
  channel::Out<float> masters, rounded;          ///< after the last step
  channel::Out<int> facts{2};                    ///< steps(), 1 if the parameters have the type `low`

  auto fields() {
    return std::tie(low, steps, rate, decay, beta1, beta2, epsilon, sizes, parameters, gradients, masters, rounded, facts);
  }
  std::string subject() const { return "MasterAdamW"; }
  std::string describe() const {
    return "MasterAdamW(" + name_of(low) + ") after " + std::to_string(steps) + (steps == 1 ? " step" : " steps");
  }
};

/// The results of a step with a GradScaler.
struct SeenStep {
  float scaled_one;         ///< scaled() of a loss of 1
  float unscaled;           ///< the first element of the first gradient, after unscale()
  float parameter;          ///< the first parameter's first element, after the step
  float scale;              ///< after update()
  std::int32_t clean_steps;  ///< after update()
  std::int32_t found, made;  ///< found_infinite() before update(), and the result of step()
  std::int32_t optimizer_steps;
};

/// A GradScaler through steps with and without infinite gradients.
struct DriveScaler {
  static constexpr std::string_view name = "drive_scaler";

  float scale = 0, growth = 0, backoff = 0;
  int interval = 0;
  channel::In<int> infinite;    ///< for each step: 0 none, 1 Inf, 2 -Inf, 3 NaN in one of the last gradients
  channel::Out<SeenStep> seen;  ///< one for each step

  auto fields() { return std::tie(scale, growth, backoff, interval, infinite, seen); }
  std::string subject() const { return "GradScaler"; }
  std::string describe() const { return "GradScaler(scale=" + std::to_string(static_cast<int>(scale)) +
                                        ", growth_interval=" + std::to_string(interval) + ")"; }
};

struct Clip {
  static constexpr std::string_view name = "clip";

  float limit = 0;
  channel::In<int> sizes;
  channel::In<float> gradients;
  channel::Out<float> clipped;
  channel::Out<float> norm{1};

  auto fields() { return std::tie(limit, sizes, gradients, clipped, norm); }
  std::string subject() const { return "clip_gradients"; }
  std::string describe() const {
    return "clip_gradients(" + std::to_string(sizes.size()) + " tensors, limit " + std::to_string(limit) + ")";
  }
};

struct Softmax {
  static constexpr std::string_view name = "softmax";

  Type type = Type::f16;
  int rows = 0, columns = 0;
  channel::In<float> x;   ///< [rows,columns], exact in `type`
  channel::Out<float> y;  ///< [rows,columns]
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(type, rows, columns, x, y, circumstance); }
  std::string subject() const { return "softmax_rows"; }
  std::string describe() const {
    return "softmax_rows(" + name_of(type) + ", rows=" + std::to_string(rows) + ", columns=" + std::to_string(columns) +
           ")";
  }
};

struct Scores {
  static constexpr std::string_view name = "scores";

  Type type = Type::f16;
  int rows_q = 0, rows_k = 0, depth = 0;
  channel::In<float> q, k;     ///< [rows,depth], exact in `type`
  channel::Out<float> scores;  ///< [rows_q,rows_k]
  channel::Circumstance circumstance = channel::Circumstance::usual;

  auto fields() { return std::tie(type, rows_q, rows_k, depth, q, k, scores, circumstance); }
  std::string subject() const { return "attention_scores"; }
  std::string describe() const {
    return "attention_scores(" + name_of(type) + ", rows_q=" + std::to_string(rows_q) +
           ", rows_k=" + std::to_string(rows_k) + ", depth=" + std::to_string(depth) + ")";
  }
};

}  // namespace gridmark::lab2
