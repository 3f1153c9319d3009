#pragma once
// The kit's kernels. Each function launches one and ignores gradients.
//
// operands  any strides unless stated otherwise, on one device, which is checked
// in place  functions that change a tensor bump the version of its storage
#include "labkit/tensor/handle.h"

namespace gridmark::tensor::kernels {

void fill(Tensor& tensor, float value);
/// Copies the elements of `from` to `to`, which has the same shape and device. Converts the type.
void copy(const Tensor& from, Tensor& to);
/// to += factor * from
void add_to(Tensor& to, const Tensor& from, float factor);

Tensor add(const Tensor& a, const Tensor& b, float factor_of_b);
Tensor multiply(const Tensor& a, const Tensor& b);
Tensor scaled(const Tensor& a, float factor);

Tensor add_bias(const Tensor& x, const Tensor& bias);
/// [rows,n] -> [n]
Tensor sum_of_rows(const Tensor& x);

enum class Curve { relu, sigmoid, tanh, gelu };
Tensor apply(Curve curve, const Tensor& x);
/// The gradient of the operand, from the gradient of the result and the tensor that the curve saved: its
/// operand for gelu, its result for the others.
Tensor slope(Curve curve, const Tensor& saved, const Tensor& grad);

/// The sum of all elements times `factor`, a scalar in f32.
Tensor sum(const Tensor& x, float factor);
/// A tensor in which each element is `scalar` (f32, one element) times `factor`.
Tensor spread(const Tensor& scalar, float factor, const Shape& shape, DType dtype);

/// The sum of (a - b)^2 times `factor`, a scalar in f32.
Tensor squared_difference(const Tensor& a, const Tensor& b, float factor);
/// (a - b) * scalar * factor, in the type of a.
Tensor difference_times(const Tensor& a, const Tensor& b, const Tensor& scalar, float factor);

/// log(sum(exp(row))) of each row, in f32.
Tensor log_sum_exp(const Tensor& logits);
/// lse - logits[label] of each row, in f32. NaN if the label is not a class.
Tensor row_losses(const Tensor& logits, const Tensor& labels, const Tensor& lse);
/// (softmax(logits) - one at the label) * scalar * factor, in the type of the logits.
Tensor row_gradients(const Tensor& logits, const Tensor& labels, const Tensor& lse, const Tensor& scalar,
                     float factor);

// Operations along the last dimension, row by row. Sums are f32, results have the type of x.

/// exp(x - maximum) divided by its sum. 0 in a row that has only -inf.
Tensor softmax(const Tensor& x);
/// The gradient of x, from the result y and its gradient.
Tensor softmax_gradient(const Tensor& y, const Tensor& grad);

/// Mean and 1 / standard deviation of each row, [rows,2] in f32. `epsilon` is added to the variance.
Tensor moments(const Tensor& x, float epsilon);
/// (x - mean) / deviation * weight + bias
Tensor normalized(const Tensor& x, const Tensor& moments, const Tensor& weight, const Tensor& bias);
Tensor normalized_gradient(const Tensor& x, const Tensor& moments, const Tensor& weight, const Tensor& grad);
/// The sum over rows of grad * (x - mean) / deviation: the gradient of the weight, [n].
Tensor weight_gradient(const Tensor& x, const Tensor& moments, const Tensor& grad);

/// x with `value` in all elements whose column is greater than the row plus (columns - rows). Rows and
/// columns are the last two dimensions.
Tensor above_diagonal(const Tensor& x, float value);

/// Row indices[i] of weight [rows,n] for each i. NaN if there is no such row.
Tensor chosen_rows(const Tensor& weight, const Tensor& indices);
/// grad [count,n] summed into rows [rows,n], in the order of the indices, in f32.
Tensor summed_by_row(const Tensor& grad, const Tensor& indices, std::int64_t rows);

/// x / keep if the number at `position` + i of Philox with `seed` is below `keep`, else 0. position must be a
/// multiple of 4.
Tensor dropout(const Tensor& x, float keep, std::uint64_t seed, std::uint64_t position);

/// The windows of a convolution.
struct Windows {
  std::int64_t height, width, stride, padding;
  std::int64_t rows(std::int64_t of) const { return (of + 2 * padding - height) / stride + 1; }
  std::int64_t columns(std::int64_t of) const { return (of + 2 * padding - width) / stride + 1; }
};
/// x [batch,channels,height,width] -> [batch * rows * columns, channels * height * width of a window]
Tensor unfolded(const Tensor& x, const Windows& windows);
/// The gradient of unfolded(): each element of `shape` is the sum of those that were copied from it.
Tensor folded(const Tensor& grad, const Windows& windows, const Shape& shape);

/// The maximum of each window, [batch,channels,rows,columns]. `chosen` (i32, the same shape) gets its place
/// in the window, counted row by row: the first of equal elements. A NaN counts as the maximum. There is no
/// padding.
Tensor greatest_of_windows(const Tensor& x, const Windows& windows, Tensor& chosen);
/// The gradient of greatest_of_windows(): each element of `shape` is the sum of those that chose it.
Tensor sent_to_chosen(const Tensor& grad, const Tensor& chosen, const Windows& windows, const Shape& shape);

// Operations on each channel: over all dimensions of x [batch,channels,...] except the second. Sums are f32,
// results have the type of x.

/// Mean and variance (over n, not n - 1) of each channel, [channels,2] in f32.
Tensor channel_moments(const Tensor& x);
/// (x - mean) / sqrt(variance + epsilon) * weight + bias
Tensor channel_normalized(const Tensor& x, const Tensor& moments, const Tensor& weight, const Tensor& bias,
                          float epsilon);
/// For each channel, the sum of the gradient and the sum of the gradient times (x - mean) / sqrt(variance +
/// epsilon): [channels,2] in f32.
Tensor channel_gradient_sums(const Tensor& x, const Tensor& moments, const Tensor& grad, float epsilon);
/// sums  from channel_gradient_sums() if the moments are those of x, undefined if they are constants
Tensor channel_gradient(const Tensor& x, const Tensor& moments, const Tensor& sums, const Tensor& weight,
                        const Tensor& grad, float epsilon);
/// mean and variance [channels], f32 and contiguous, as [channels,2].
Tensor paired(const Tensor& mean, const Tensor& variance);
/// mean += momentum * (moments' mean - mean), and the same for the variance times `correction`.
void follow(Tensor& mean, Tensor& variance, const Tensor& moments, float momentum, float correction);

/// velocity = momentum * velocity + grad, then parameter -= rate * velocity. An undefined velocity means
/// grad.
void sgd(Tensor& parameter, const Tensor& grad, Tensor& velocity, float rate, float momentum);

struct AdamStep {
  float rate, beta1, beta2, epsilon;
  float decay;                     ///< parameter -= rate * decay * parameter, before the step
  float correction1, correction2;  ///< 1 - beta^steps
};
void adam(Tensor& parameter, const Tensor& grad, Tensor& first, Tensor& second, const AdamStep& step);

}  // namespace gridmark::tensor::kernels
