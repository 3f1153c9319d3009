#pragma once
// Complete trainings: calls and their correct answers.
#include "labs/lab2-mixed-precision/tests/reference_training.h"

namespace gridmark::lab2 {

/// Rows of glyph28 with values in [0, 1], drawn from a random seed.
struct Digits {
  std::vector<float> x;  ///< [rows,784]
  std::vector<int> labels;
};
Digits any_digits(int rows);

/// Initial weights as the kit's Linear draws them: uniform in [-1/sqrt(in), 1/sqrt(in)).
std::vector<float> any_weights(const std::vector<int>& widths);

/// A training in f16 with batches of 50 rows. All outputs are allocated.
Train training(const std::vector<int>& widths, const Digits& digits, int epochs);
void make_room(Train& op);

/// Two steps of a net with wide layers.
Train wide_training(Type low);

/// A step with so many rows that kernels mostly move activations and not parameters.
Train many_rows_training(Type low);

/// Judges the log step by step: skipped steps, their scale, and whether the parameters stayed unchanged.
testing::AssertionResult log_right(Train& op);

/// The losses match FP64 within `tolerance`, and the gradients from backward() match within some tenths. A
/// gradient without the weight or the scale is wrong by a factor.
testing::AssertionResult losses_right(Train& op, double tolerance);
testing::AssertionResult losses_right(Train& op, double tolerance, const ReferenceRun& reference);

/// backward() returns the gradient of the loss, times its weight and the scale. This is compared in the first
/// `compared` steps. In the others the gradient is a finite number, or the step was skipped.
testing::AssertionResult slopes_right(Train& op, const ReferenceRun& reference, std::size_t compared);

/// Steps whose gradients cannot fit into f16 are skipped. The first step is one of them, and the last step is
/// made.
testing::AssertionResult backs_off_from_overflow(Train& op, const ReferenceRun& reference);

/// Judges log and losses. The loss of the first batch must fall with the trained weights, because a log alone
/// proves nothing.
testing::AssertionResult trains_right(Train& op, double tolerance);

/// The first loss matches FP64, and all losses are finite. Over a long training the two diverge.
testing::AssertionResult losses_begin_right(Train& op, const std::vector<double>& reference);

/// Accuracies on rows that are not in the training set.
struct Accuracies {
  double reference = 0, found = 0;
  std::vector<double> reference_losses;  ///< before each step
};
/// Runs the training and judges its log. returns  empty if that failed. Then the test has failed, too
std::optional<Accuracies> accuracies(Train& op);

/// Plots the loss of each step next to the reference's.
void plot_losses(const Train& op, const std::vector<double>& reference);
/// Plots the scale of each step, and the steps with infinite gradients.
void plot_scale(const Train& op);
/// Plots the accuracy over the weight of the loss, with and without scaling. It shows where FP16 alone stops
/// learning.
void plot_underflow(const Train& op);

}  // namespace gridmark::lab2
