#pragma once
// What goes wrong with tensors, once on purpose: what your pitfalls.cu implements.
//
// The tensor kit is described in labkit/tensor: handle.h has Tensor, operations.h what can be done with it,
// errors.h what it throws. Errors that a contract does not mention are not yours to catch.
#include <cuda_runtime.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "labkit/tensor/tensor.h"

/// Tries a + b.
///
/// returns  an empty text where that works, else what the DeviceMismatchError says
std::string mismatch_message(const gridmark::tensor::Tensor& a, const gridmark::tensor::Tensor& b);

/// a + b wherever the two lie. The sum lies where a lies; a is never copied.
gridmark::tensor::Tensor add_anywhere(const gridmark::tensor::Tensor& a, const gridmark::tensor::Tensor& b);

/// Whether x.view(shape) works, which needs fitting strides. Copies nothing.
bool can_be_viewed(const gridmark::tensor::Tensor& x, const gridmark::tensor::Shape& shape);

/// to[r * columns + c] = from[r * row_stride + c * column_stride], with a kernel.
///
/// from, to           device pointers, not overlapping; strides in floats, >= 0
/// rows, columns      >= 1, else cudaErrorInvalidValue
/// stream             the work is queued there; the call need not wait for it
/// errors             else what cudaGetLastError() says after the launch
/// speed              neighbouring threads store neighbouring elements: sectors of the stores / sectors
///                    needed <= 1.05 for 200 x 320
cudaError_t strided_copy(const float* from, float* to, int rows, int columns, int row_stride,
                         int column_stride, cudaStream_t stream);

/// The elements of the matrix x [rows,columns], row by row, as a vector [rows * columns].
///
/// x        f32, on a device, any strides >= 0
/// returns  a view of x where its strides allow that, else a packed copy, made with strided_copy()
gridmark::tensor::Tensor flattened(const gridmark::tensor::Tensor& x);

/// sum(y * factor) with y = sigmoid(x), y multiplied *in place*. Sigmoid keeps its result for the backward
/// pass, so that backward() of what this returns throws AutogradError. Doing that to see it is the task.
gridmark::tensor::Tensor loss_changed_in_place(const gridmark::tensor::Tensor& x, float factor);

/// The same value, in a way that backward() gives x the right gradient.
gridmark::tensor::Tensor loss_kept(const gridmark::tensor::Tensor& x, float factor);

/// Runs loss.backward().
///
/// returns  an empty text where that works, else what the AutogradError says
std::string hazard_message(const gridmark::tensor::Tensor& loss);

/// Linear(in, hidden), ReLU, Linear(hidden, out), on the host, the two layers made in this order.
std::shared_ptr<gridmark::tensor::Module> make_net(std::int64_t in, std::int64_t hidden, std::int64_t out,
                                                   gridmark::tensor::Generator& generator);

/// `steps` steps of Adam with that rate against the cross entropy of all rows. The net lies where x lies.
///
/// x [rows,in], labels [rows]   as cross_entropy() takes them
/// returns                      the loss before each step
std::vector<float> train_classifier(gridmark::tensor::Module& net, const gridmark::tensor::Tensor& x,
                                    const gridmark::tensor::Tensor& labels, int steps, float rate);

/// The same against the mean squared error to target [rows,out].
std::vector<float> train_regression(gridmark::tensor::Module& net, const gridmark::tensor::Tensor& x,
                                    const gridmark::tensor::Tensor& target, int steps, float rate);
