#pragma once
// Operations on tensors. Each makes a new tensor, on the device of its operands, and passes gradients on.
//
// operands  on one device and of one type (f32, f16 or bf16) unless stated otherwise, with any strides
// errors    DeviceMismatchError, DTypeError, ShapeError with both operands in the message
// accuracy  elements of f16 and bf16 are computed in f32 and rounded once, when they are stored
#include "labkit/tensor/handle.h"

namespace gridmark::tensor {

// Element by element, of equal shapes.
Tensor operator+(const Tensor& a, const Tensor& b);
Tensor operator-(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, const Tensor& b);
Tensor operator*(const Tensor& a, float factor);
Tensor operator*(float factor, const Tensor& a);

/// a [m,k] times b [k,n] = [m,n], or each a [batch,m,k] times its b [batch,k,n]. A GPU uses cuBLAS.
/// Transposed operands are not copied.
///
/// accuracy  FP32 accumulation for every type. TF32 is off
Tensor matmul(const Tensor& a, const Tensor& b);

/// x [rows,n] + bias [n], the bias added to each row.
Tensor add_bias(const Tensor& x, const Tensor& bias);

/// x [...,in] times transpose(weight [out,in]) + bias [out] = [...,out]. An undefined bias is left out.
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias);

Tensor relu(const Tensor& x);  ///< max(x, 0), with gradient 0 at 0
Tensor sigmoid(const Tensor& x);
Tensor tanh(const Tensor& x);
Tensor gelu(const Tensor& x);  ///< x times the normal distribution function of x, by erf

/// The sum of all elements, a scalar in f32 for every type of x. The order of the additions is fixed.
Tensor sum(const Tensor& x);
Tensor mean(const Tensor& x);

/// exp(x) divided by its sum along the last dimension, for any number of dimensions. The maximum is
/// subtracted first, so exp() cannot overflow. A row that has only -inf, where everything is masked, gives 0.
Tensor softmax(const Tensor& x);

/// (x - mean) / sqrt(variance + epsilon) * weight + bias along the last dimension.
///
/// x [...,n], weight [n], bias [n]. Mean and variance (over n, not n - 1) are f32 for every type
/// source  Ba, Kiros & Hinton, Layer Normalization, 2016
Tensor layer_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, float epsilon = 1e-5f);

/// Row indices[i] of weight [rows,n] for each i, [...,n]. An index outside [0, rows) gives NaN.
///
/// indices  i32, of any shape. Gradients of one row are summed in the order of the indices, in f32.
Tensor embedding(const Tensor& weight, const Tensor& indices);

/// Each element is 0 with the given probability, in [0, 1), else x / (1 - probability). Takes the next
/// numbers of `generator`. The same position drops the same elements. The mask is not kept for the gradient
/// but drawn again.
Tensor dropout(const Tensor& x, float probability, Generator& generator);

/// scores [...,queries,keys] with -inf where a key comes after its query. The last query sees all keys. If
/// there are more queries than keys, the first queries see none.
Tensor causal_mask(const Tensor& scores);

/// softmax(q * transpose(k) / sqrt(d)) * v, computed directly: the matrix of scores is stored in memory.
///
/// q [...,queries,d], k [...,keys,d], v [...,keys,n] -> [...,queries,n]. Leading dimensions must be equal
/// causal  applies causal_mask() to the scores. A query that sees no key gives 0
/// source  Vaswani et al., Attention Is All You Need, NeurIPS 2017, section 3.2.1
Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, bool causal = false);

/// x [batch,channels,height,width], weight [out,channels,rows,columns], bias [out] -> [batch,out,(height + 2
/// padding - rows) / stride + 1, ...]. Each window is copied into a row, then one product is computed. The
/// weight is not flipped (a cross-correlation, as usual in this field).
Tensor conv2d(const Tensor& x, const Tensor& weight, const Tensor& bias, int stride = 1, int padding = 0);

/// The maximum of each window of size x size, without padding: x [batch,channels,height,width] ->
/// [batch,channels,(height - size) / stride + 1, (width - size) / stride + 1]. Remaining elements at the
/// edges are not used. The gradient goes to the maximum, the first of equal elements. A NaN stays a NaN.
Tensor max_pool2d(const Tensor& x, int size, int stride);

/// (x - mean) / sqrt(variance + epsilon) * weight + bias for each channel of x [batch,channels,...], so for
/// [batch,features] and for images.
///
/// weight, bias  [channels], with the type of x
/// running_mean, running_variance  [channels], f32 for every type of x, changed in place in training
/// training  uses the moments of the batch, which gradients flow through. Each running moment becomes (1 -
///           momentum) * running + momentum * that of the batch, with the variance over n - 1. Otherwise the
///           running moments are used as constants
/// errors    ShapeError: also if a channel has only one value in training
/// source    Ioffe & Szegedy, Batch Normalization, ICML 2015, algorithms 1 and 2
Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, Tensor& running_mean,
                  Tensor& running_variance, bool training, float momentum = 0.1f, float epsilon = 1e-5f);

/// mean((prediction - target)^2), a scalar in f32. No gradient flows to the target.
Tensor mse_loss(const Tensor& prediction, const Tensor& target);

/// The mean over rows of -log(softmax(logits)[row][label]), a scalar in f32.
///
/// logits  [rows,classes]. The maximum of each row is subtracted first, so exp() cannot overflow
/// labels  [rows], i32, in [0, classes). A label outside gives NaN
Tensor cross_entropy(const Tensor& logits, const Tensor& labels);

}  // namespace gridmark::tensor
