#pragma once
// Operations on tensors. Each makes a new tensor, in the place of its operands, and passes gradients on.
//
// operands  of one place and one type (f32 or f16) unless said otherwise; strides are free
// errors    PlaceError, DTypeError, ShapeError with both operands in the message
// accuracy  elements of f16 are computed with in f32 and rounded once, when they are stored
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

// Element by element, of equal shapes.
Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, float factor);
Tensor operator*(float factor, const Tensor& a);

/// a [m,k] times b [k,n] = [m,n], through cuBLAS on a device. Transposed operands are not copied.
///
/// accuracy  FP32 accumulation; TF32 is off
Tensor matmul(const Tensor& a, const Tensor& b);

/// x [rows,n] + bias [n], the bias added to each row.
Tensor add_bias(const Tensor& x, const Tensor& bias);

Tensor relu(const Tensor& x);  ///< max(x, 0); its gradient at 0 is 0
Tensor sigmoid(const Tensor& x);
Tensor tanh(const Tensor& x);

/// The sum of all elements, a scalar in f32, whatever the type of x. The order of the additions is fixed.
Tensor sum(const Tensor& x);
Tensor mean(const Tensor& x);

/// mean((prediction - target)^2), a scalar in f32. No gradient flows to the target.
Tensor mse_loss(const Tensor& prediction, const Tensor& target);

/// The mean over rows of -log(softmax(logits)[row][label]), a scalar in f32.
///
/// logits  [rows,classes]; the greatest of each row is subtracted first, so that exp() cannot overflow
/// labels  [rows], i32, in [0, classes); a label outside gives NaN
Tensor cross_entropy(const Tensor& logits, const Tensor& labels);

}  // namespace gridmark::tensor
