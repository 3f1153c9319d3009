#pragma once
// The contract of your pitfalls.cu: common mistakes with tensors, made once on purpose.
//
// The tensor kit is in labkit/tensor. handle.h has Tensor, operations.h its operations, and errors.h the
// exceptions. Do not catch exceptions that a contract does not mention.
#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Tries a + b.
///
/// returns  an empty text if this works, else the text of the DeviceMismatchError
std::string mismatch_message(const gridmark::tensor::Tensor& a, const gridmark::tensor::Tensor& b);

/// Computes a + b on any two devices. The sum must lie on the device of a. Never copy a.
gridmark::tensor::Tensor add_anywhere(const gridmark::tensor::Tensor& a, const gridmark::tensor::Tensor& b);

/// Returns whether x.view(shape) works, which depends on the strides of x. Copies nothing.
bool can_be_viewed(const gridmark::tensor::Tensor& x, const gridmark::tensor::Shape& shape);

/// to[r * columns + c] = from[r * row_stride + c * column_stride], with a kernel.
///
/// from, to           device pointers that do not overlap. Strides are in floats and >= 0
/// rows, columns      >= 1, else return cudaErrorInvalidValue
/// stream             queue the work there. The call need not wait for it
/// errors             otherwise return cudaGetLastError() after the launch
/// speed              neighbouring threads should store neighbouring elements: for 200 x 320, the stores may
///                    move at most 1.05 times the sectors that they need
cudaError_t strided_copy(const float* from, float* to, int rows, int columns, int row_stride,
                         int column_stride, cudaStream_t stream);

/// Returns the elements of the matrix x [rows,columns], row by row, as a vector [rows * columns].
///
/// x        f32, on a device, any strides >= 0
/// returns  a view of x if its strides allow that, else a contiguous copy, made with strided_copy()
gridmark::tensor::Tensor flattened(const gridmark::tensor::Tensor& x);

/// Computes sum(y * factor) with y = sigmoid(x), and multiplies y *in place*. Sigmoid keeps its result for
/// the backward pass, so backward() of the returned loss throws AutogradError. Your task is to cause that.
gridmark::tensor::Tensor loss_changed_in_place(const gridmark::tensor::Tensor& x, float factor);

/// Computes the same value so that backward() gives x the right gradient.
gridmark::tensor::Tensor loss_kept(const gridmark::tensor::Tensor& x, float factor);

/// Runs loss.backward().
///
/// returns  an empty text if this works, else the text of the AutogradError
std::string hazard_message(const gridmark::tensor::Tensor& loss);

/// Makes Linear(in, hidden), ReLU, Linear(hidden, out) on the host. Make the two layers in this order.
std::shared_ptr<gridmark::tensor::Module> make_net(std::int64_t in, std::int64_t hidden, std::int64_t out,
                                                   gridmark::tensor::Generator& generator);

/// Makes `steps` steps of Adam with this rate on the cross entropy of all rows. The net is on x's device.
///
/// x [rows,in], labels [rows]   as cross_entropy() takes them
/// returns                      the loss before each step
std::vector<float> train_classifier(gridmark::tensor::Module& net, const gridmark::tensor::Tensor& x,
                                    const gridmark::tensor::Tensor& labels, int steps, float rate);

/// The same with the mean squared error to target [rows,out].
std::vector<float> train_regression(gridmark::tensor::Module& net, const gridmark::tensor::Tensor& x,
                                    const gridmark::tensor::Tensor& target, int steps, float rate);
