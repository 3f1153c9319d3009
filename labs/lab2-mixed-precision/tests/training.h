#pragma once
// Whole trainings: what is asked, and what the answers must be.
#include "labs/lab2-mixed-precision/tests/reference_training.h"

namespace gridmark::lab2 {

/// Rows of glyph28 with values in [0, 1], drawn from a seed that nobody knows.
struct Digits {
  std::vector<float> x;  ///< [rows,784]
  std::vector<int> labels;
};
Digits any_digits(int rows);

/// Uniform in [-1/sqrt(in), 1/sqrt(in)), as the kit's Linear begins.
std::vector<float> any_weights(const std::vector<int>& widths);

/// A training in f16 with batches of 50 rows, all outputs made ready.
Train training(const std::vector<int>& widths, const Digits& digits, int epochs);
void make_room(Train& op);

/// Two steps of a net with wide layers.
Train wide_training(Type low);

/// A step with so many rows that activations, and not parameters, are most of what kernels move.
Train many_rows_training(Type low);

/// The log, step by step: which were skipped, with which scale, and whether the parameters stayed.
testing::AssertionResult log_right(Train& op);

/// The losses are those of FP64 within `tolerance` of each, and so are the gradients that backward() gives, to some
/// tenths: whoever leaves weight or scale out is off by a factor.
testing::AssertionResult losses_right(Train& op, double tolerance);
testing::AssertionResult losses_right(Train& op, double tolerance, const ReferenceRun& reference);

/// What backward() gives is the gradient of the loss, times its weight and the scale. In the first `compared` steps;
/// in the others it is a number, or the step was skipped.
testing::AssertionResult slopes_right(Train& op, const ReferenceRun& reference, std::size_t compared);

/// Steps whose gradients cannot fit into f16 are skipped, the first one among them, and the last one is made.
testing::AssertionResult backs_off_from_overflow(Train& op, const ReferenceRun& reference);

/// Log and losses, and the loss of the first batch falls by what was trained, which a log alone could only claim.
testing::AssertionResult trains_right(Train& op, double tolerance);

/// The first loss is FP64's, and all are numbers. Over a long training both go ways of their own.
testing::AssertionResult losses_begin_right(Train& op, const std::vector<double>& reference);

/// Accuracies on rows that the training has not seen.
struct Accuracies {
  double reference = 0, found = 0;
  std::vector<double> reference_losses;  ///< before each step
};
/// Asks, and judges the log on the way. returns  nothing where that failed, which the test then has noted
std::optional<Accuracies> accuracies(Train& op);

/// The loss of each step beside the reference's.
void plot_losses(const Train& op, const std::vector<double>& reference);
/// The scale of each step, and where gradients were infinite.
void plot_scale(const Train& op);
/// Accuracy over the weight of the loss, with scaling and without: where FP16 alone stops to learn.
void plot_underflow(const Train& op);

}  // namespace gridmark::lab2
