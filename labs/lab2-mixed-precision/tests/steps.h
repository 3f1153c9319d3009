#pragma once
// Calls of the parts of amp_training.cu, and their correct answers.
#include "labs/lab2-mixed-precision/tests/adamw.h"
#include "labs/lab2-mixed-precision/tests/gradients.h"

namespace gridmark::lab2 {

inline Type right_type(int operation, Type widest, Type low) {
  if (operation < products) return low;
  return operation < in_f32 ? Type::f32 : widest;
}

/// All operations, with operands of f32 and of `low`.
inline testing::AssertionResult policy_right(Type low) {
  AskPolicy op;
  std::vector<int> questions;
  for (int operation = 0; operation < static_cast<int>(std::size(operations)); ++operation)
    for (const Type widest : {Type::f32, low})
      questions.insert(questions.end(), {operation, static_cast<int>(widest), static_cast<int>(low)});
  op.questions = channel::In<int>(questions);
  op.answers = channel::Out<int>(questions.size() / 3);
  if (auto asked = channel::ask(op); !asked) return asked;
  for (std::size_t i = 0; i < op.answers.size(); ++i) {
    const int operation = questions[3 * i], found = op.answers.values()[i];
    const auto widest = static_cast<Type>(questions[3 * i + 1]);
    const Type expected = right_type(operation, widest, low);
    if (found == static_cast<int>(expected)) continue;
    const std::string answer =
        found >= 0 && found <= 2 ? name_of(static_cast<Type>(found)) : "none of the three types";
    return holds(op, false,
                 fmt::format("\"{}\" of {} under autocast to {}: is {}, expected {}",
                             operations[static_cast<std::size_t>(operation)], name_of(widest), name_of(low), answer,
                             name_of(expected)));
  }
  return testing::AssertionSuccess();
}

/// The cause of a wrong answer, found by experiments, or "" if no hypothesis fits.
template <class Operation>
testing::AssertionResult explained(Operation& op, const std::string& message, const oracle::Diagnosis& cause) {
  oracle::Comparison seen{false, message};
  oracle::explain(seen, cause);
  return channel::judge(op, seen);
}

/// Every finite element is the exact quotient, and elements that are not finite were noticed.
inline testing::AssertionResult unscales(Unscale op, Flavour flavour = Flavour::fast) {
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  bool infinite = false;
  const auto scaled = op.scaled.values(), unscaled = op.unscaled.values();
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const float expected = scaled[i] * op.inverse_scale;
    const bool finite = std::isfinite(scaled[i]);
    infinite = infinite || !finite;
    const bool right = finite ? std::abs(unscaled[i] - expected) <= 1e-6f * std::abs(expected)
                              : unscaled[i] == expected || (std::isnan(unscaled[i]) && std::isnan(expected));
    if (!right)
      return explained(op, fmt::format("element {} is {:.7g}, expected {:.7g} * {:.7g} = {:.7g}", i, unscaled[i], scaled[i],
                                   op.inverse_scale, expected),
                   cause_of(op));
  }
  const bool found = op.found.values()[0] == 1;
  if (found == infinite) return testing::AssertionSuccess();
  if (infinite) return explained(op, "an element is Inf or NaN, and found stays false", cause_of_missed(op.type));
  return explained(op, "all elements are finite, and found becomes true",
               "is found set to false, and the flag on the device to 0, before the launch?");
}

/// AdamW in FP64, as in the contract.
class ReferenceAdamW {
 public:
  ReferenceAdamW(std::span<const float> parameters, double rate, double decay, double epsilon = 1e-8)
      : masters(parameters.begin(), parameters.end()),
        rate_(rate),
        decay_(decay),
        epsilon_(epsilon),
        mean_(parameters.size()),
        var_(parameters.size()) {}

  template <class Gradient>
  void step(const Gradient* gradients) {
    first_ *= 0.9, second_ *= 0.999;
    for (std::size_t i = 0; i < masters.size(); ++i) {
      const double g = static_cast<double>(gradients[i]);
      mean_[i] += 0.1 * (g - mean_[i]);
      var_[i] += 0.001 * (g * g - var_[i]);
      const double change = mean_[i] / (1 - first_) / (std::sqrt(var_[i] / (1 - second_)) + epsilon_);
      masters[i] -= rate_ * (change + decay_ * masters[i]);
    }
  }

  std::vector<double> masters;

 private:
  double rate_, decay_, epsilon_, first_ = 1, second_ = 1;
  std::vector<double> mean_, var_;
};

/// The masters match FP64 arithmetic, and each parameter is its rounded master.
inline testing::AssertionResult keeps_masters(TakeSteps op, Flavour flavour = Flavour::fast) {
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  if (auto right = channel::judge(op, oracle::compare_relative_rmse(op.masters.values(), right_masters(op), 1e-5,
                                                                    {"masters", op.parameters.size()},
                                                                    [&op] { return cause_of(op); }));
      !right)
    return right;
  const auto masters = op.masters.values();
  std::vector<float> expected = rounded({masters.begin(), masters.end()}, op.low);
  if (auto right = same(op, op.rounded.values(), expected, "parameters"); !right) return right;
  if (auto type = holds(op, op.facts.values()[1] == 1,
                        fmt::format("the parameters do not have the type {}", name_of(op.low)));
      !type)
    return type;
  if (auto counted = holds(op, op.facts.values()[0] == op.steps,
                           fmt::format("steps() is {}, expected {}", op.facts.values()[0], op.steps));
      !counted)
    return counted;
  return channel::above_floors(op.subject(),
                            {{"launches", static_cast<double>(meters().launches), static_cast<double>(op.steps)}});
}

inline DriveScaler scaler_call(float scale, float growth, float backoff, int interval,
                                   const std::vector<int>& infinite) {
  DriveScaler op;
  op.scale = scale, op.growth = growth, op.backoff = backoff;
  op.interval = interval;
  op.infinite = channel::In<int>(infinite);
  op.seen = channel::Out<SeenStep>(infinite.size());
  return op;
}

/// Checks the state machine step by step.
inline testing::AssertionResult drives(DriveScaler op) {
  if (auto asked = channel::ask(op); !asked) return asked;
  float scale = op.scale, parameter = 1;
  int clean = 0, made = 0;
  for (std::size_t i = 0; i < op.seen.size(); ++i) {
    const SeenStep seen = op.seen.values()[i];
    const bool infinite = op.infinite.values()[i] != 0;
    const auto wrong = [&](const std::string& what) {
      return holds(op, false, fmt::format("step {}{}: {}", i, infinite ? ", with an infinite gradient" : "", what));
    };
    if (seen.scaled_one != scale)
      return wrong(fmt::format("scaled() of a loss of 1 is {}, expected {}", seen.scaled_one, scale));
    if (seen.unscaled != 0.25f)
      return wrong(fmt::format("a gradient of 0.25 * {} is {} after unscale(), expected 0.25", scale, seen.unscaled));
    if ((seen.found == 1) != infinite)
      return wrong(fmt::format("found_infinite() is {}", seen.found == 1 ? "true" : "false"));
    if ((seen.made == 1) == infinite)
      return wrong(infinite ? "the step was made, and must be skipped" : "step() returns false");
    made += infinite ? 0 : 1;
    if (seen.optimizer_steps != made)
      return wrong(fmt::format("the optimizer has counted {} steps, expected {}", seen.optimizer_steps, made));
    if ((seen.parameter == parameter) != infinite)
      return wrong(infinite ? "a parameter has changed" : "the parameters have not changed");
    parameter = seen.parameter;
    if (infinite)
      scale *= op.backoff, clean = 0;
    else if (++clean == op.interval)
      scale *= op.growth, clean = 0;
    if (seen.scale != scale)
      return wrong(fmt::format("the scale is {} after update(), expected {}", seen.scale, scale));
    if (seen.clean_steps != clean)
      return wrong(fmt::format("clean_steps() is {} after update(), expected {}", seen.clean_steps, clean));
  }
  return testing::AssertionSuccess();
}

/// Checks the length, and that each element is multiplied by the same factor.
inline testing::AssertionResult clips(const std::vector<int>& sizes, float limit,
                                      Flavour flavour = Flavour::fast) {
  Clip op = clip_call(sizes, limit);
  if (auto asked = channel::ask(op, flavour); !asked) return asked;
  const double norm = right_norm(op), found = static_cast<double>(op.norm.values()[0]);
  if (!(std::abs(found - norm) <= 1e-5 * norm))
    return explained(op, fmt::format("returns {:.6g}, expected {:.6g}: the length over all tensors", found, norm), cause_of(op));
  return channel::judge(op, oracle::compare_relative_rmse(op.clipped.values(), right_clipped(op), 1e-5,
                                                          {"gradients", op.gradients.size()},
                                                          [&op] { return cause_of(op); }));
}

}  // namespace gridmark::lab2
