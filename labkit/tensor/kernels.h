#pragma once
// The kit's kernels, each as a function that launches it: no gradients here.
//
// operands  any strides unless said otherwise; of one place, which is checked
// in place  functions that change a tensor bump the version of its storage
#include "labkit/tensor/handle.h"

namespace gridmark::tensor::kernels {

void fill(Tensor& tensor, float value);
/// Elements of `from` into those of `to`, which has its shape and lies in its place; converts the type.
void copy(const Tensor& from, Tensor& to);
/// to += factor * from
void add_to(Tensor& to, const Tensor& from, float factor);

Tensor add(const Tensor& a, const Tensor& b, float factor_of_b);
Tensor multiply(const Tensor& a, const Tensor& b);
Tensor scaled(const Tensor& a, float factor);

Tensor add_bias(const Tensor& x, const Tensor& bias);
/// [rows,n] -> [n]
Tensor sum_of_rows(const Tensor& x);

enum class Curve { relu, sigmoid, tanh };
Tensor apply(Curve curve, const Tensor& x);
/// From the curve's result y and the gradient of y to the gradient of x.
Tensor slope(Curve curve, const Tensor& y, const Tensor& grad);

/// The sum of all elements times `factor`, a scalar in f32.
Tensor sum(const Tensor& x, float factor);
/// A tensor whose elements all are `scalar` (f32, one element) times `factor`.
Tensor spread(const Tensor& scalar, float factor, const Shape& shape, DType dtype);

/// The sum of (a - b)^2 times `factor`, a scalar in f32.
Tensor squared_difference(const Tensor& a, const Tensor& b, float factor);
/// (a - b) * scalar * factor, in the type of a.
Tensor difference_times(const Tensor& a, const Tensor& b, const Tensor& scalar, float factor);

/// log(sum(exp(row))) of each row, in f32.
Tensor log_sum_exp(const Tensor& logits);
/// lse - logits[label] of each row, in f32; NaN where the label is no class.
Tensor row_losses(const Tensor& logits, const Tensor& labels, const Tensor& lse);
/// (softmax(logits) - one at the label) * scalar * factor, in the type of the logits.
Tensor row_gradients(const Tensor& logits, const Tensor& labels, const Tensor& lse, const Tensor& scalar,
                     float factor);

/// velocity = momentum * velocity + grad; parameter -= rate * velocity. An undefined velocity is grad itself.
void sgd(Tensor& parameter, const Tensor& grad, Tensor& velocity, float rate, float momentum);

struct AdamStep {
  float rate, beta1, beta2, epsilon;
  float correction1, correction2;  ///< 1 - beta^steps
};
void adam(Tensor& parameter, const Tensor& grad, Tensor& first, Tensor& second, const AdamStep& step);

}  // namespace gridmark::tensor::kernels
