// Lab 0, part 3: common mistakes with tensors, made once on purpose.
// Read pitfalls.h first: it holds the contract.
#include "pitfalls.h"

using namespace gridmark::tensor;

// ----------------------------------------------------------------------------------------------------
// 11. Operands on different devices.

// BEGIN SOLUTION mismatch_message
//: std::string mismatch_message(const Tensor& a, const Tensor& b) {
//:   // TODO: try a + b, catch DeviceMismatchError, and return its text, `error.what()`.
//:   return "not written yet";
//: }
std::string mismatch_message(const Tensor& a, const Tensor& b) {
  try {
    a + b;
  } catch (const DeviceMismatchError& error) {
    return error.what();
  }
  return "";
}
// END SOLUTION mismatch_message

// BEGIN SOLUTION add_anywhere
//: Tensor add_anywhere(const Tensor& a, const Tensor& b) {
//:   // TODO: one of the two must move. Which one?
//:   return Tensor();
//: }
Tensor add_anywhere(const Tensor& a, const Tensor& b) { return a + b.to(a.device()); }
// END SOLUTION add_anywhere

// ----------------------------------------------------------------------------------------------------
// 12 and 13. Strides: the same memory in another shape, or a copy.

// BEGIN SOLUTION can_be_viewed
//: bool can_be_viewed(const Tensor& x, const Shape& shape) {
//:   // TODO: view() throws ShapeError if the view is not possible.
//:   return false;
//: }
bool can_be_viewed(const Tensor& x, const Shape& shape) {
  try {
    x.view(shape);
  } catch (const ShapeError&) {
    return false;
  }
  return true;
}
// END SOLUTION can_be_viewed

// BEGIN SOLUTION strided_copy
//: // TODO: write a kernel with one thread per element of `to`. Let threadIdx.x select the column. Then
//: // neighbouring threads store neighbouring elements, for any strides of `from`.
//:
//: cudaError_t strided_copy(const float* from, float* to, int rows, int columns, int row_stride,
//:                          int column_stride, cudaStream_t stream) {
//:   // TODO: check the sizes, launch on `stream`, return cudaGetLastError().
//:   return cudaErrorNotSupported;
//: }
__global__ void strided_copy_kernel(const float* from, float* to, int rows, int columns, int row_stride,
                                    int column_stride) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || column >= columns) return;
  to[row * columns + column] = from[row * row_stride + column * column_stride];
}

cudaError_t strided_copy(const float* from, float* to, int rows, int columns, int row_stride,
                         int column_stride, cudaStream_t stream) {
  if (rows < 1 || columns < 1) return cudaErrorInvalidValue;
  const dim3 block(32, 8);
  const dim3 grid((columns + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  strided_copy_kernel<<<grid, block, 0, stream>>>(from, to, rows, columns, row_stride, column_stride);
  return cudaGetLastError();
}
// END SOLUTION strided_copy

// BEGIN SOLUTION flattened
//: Tensor flattened(const Tensor& x) {
//:   // TODO: if x can be viewed as a vector, return that view. Otherwise make an empty tensor on the device of
//:   // x and fill it with strided_copy(). Use x.data<float>() for its first element, and x.strides().
//:   return Tensor();
//: }
Tensor flattened(const Tensor& x) {
  const Shape shape{x.numel()};
  if (can_be_viewed(x, shape)) return x.view(shape);
  Tensor packed = Tensor::empty(shape, x.dtype(), x.device());
  const cudaError_t error = strided_copy(
      x.data<float>(), packed.data<float>(), static_cast<int>(x.size(0)), static_cast<int>(x.size(1)),
      static_cast<int>(x.strides()[0]), static_cast<int>(x.strides()[1]), nullptr);
  if (error != cudaSuccess) throw DeviceError(cudaGetErrorString(error));
  return packed;
}
// END SOLUTION flattened

// ----------------------------------------------------------------------------------------------------
// 14 and 15. A value that the backward pass still needs.

// BEGIN SOLUTION loss_changed_in_place
//: Tensor loss_changed_in_place(const Tensor& x, float factor) {
//:   // TODO: compute y = sigmoid(x), multiply y in place, return its sum. It looks harmless, but it is not.
//:   return Tensor();
//: }
Tensor loss_changed_in_place(const Tensor& x, float factor) {
  Tensor y = sigmoid(x);
  y *= factor;
  return sum(y);
}
// END SOLUTION loss_changed_in_place

// BEGIN SOLUTION hazard_message
//: std::string hazard_message(const Tensor& loss) {
//:   // TODO: run backward(), catch AutogradError, and return its text, `error.what()`.
//:   return "not written yet";
//: }
std::string hazard_message(const Tensor& loss) {
  try {
    loss.backward();
  } catch (const AutogradError& error) {
    return error.what();
  }
  return "";
}
// END SOLUTION hazard_message

// BEGIN SOLUTION loss_kept
//: Tensor loss_kept(const Tensor& x, float factor) {
//:   // TODO: compute the same value, but do not change the elements of y.
//:   return Tensor();
//: }
Tensor loss_kept(const Tensor& x, float factor) { return sum(sigmoid(x) * factor); }
// END SOLUTION loss_kept

// ----------------------------------------------------------------------------------------------------
// 16 and 17. Three small nets: 784-128-10, 10-50-1, 100-50-10.

// BEGIN SOLUTION make_net
//: std::shared_ptr<Module> make_net(std::int64_t in, std::int64_t hidden, std::int64_t out,
//:                                  Generator& generator) {
//:   // TODO: put two Linear layers and a ReLU between them into a Sequential. Both layers use one generator, so
//:   // make the first layer first, in its own statement. C++ does not fix the order of a call's arguments.
//:   return nullptr;
//: }
std::shared_ptr<Module> make_net(std::int64_t in, std::int64_t hidden, std::int64_t out,
                                 Generator& generator) {
  auto first = std::make_shared<Linear>(in, hidden, generator);
  auto second = std::make_shared<Linear>(hidden, out, generator);
  return std::make_shared<Sequential>(first, std::make_shared<ReLU>(), second);
}
// END SOLUTION make_net

// BEGIN SOLUTION train_classifier
//: std::vector<float> train_classifier(Module& net, const Tensor& x, const Tensor& labels, int steps,
//:                                     float rate) {
//:   // TODO: make an Adam for net.parameters() with `rate` in its settings. Each step: forward pass, loss,
//:   // backward(), step(), zero_grad(). Without zero_grad(), gradients add up from step to step.
//:   return {};
//: }
std::vector<float> train_classifier(Module& net, const Tensor& x, const Tensor& labels, int steps,
                                    float rate) {
  Adam::Settings settings;
  settings.rate = rate;
  Adam optimizer(net.parameters(), settings);
  std::vector<float> losses;
  for (int step = 0; step < steps; ++step) {
    const Tensor loss = cross_entropy(net.forward(x), labels);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
  }
  return losses;
}
// END SOLUTION train_classifier

// BEGIN SOLUTION train_regression
//: std::vector<float> train_regression(Module& net, const Tensor& x, const Tensor& target, int steps,
//:                                     float rate) {
//:   // TODO: do the same with mse_loss().
//:   return {};
//: }
std::vector<float> train_regression(Module& net, const Tensor& x, const Tensor& target, int steps,
                                    float rate) {
  Adam::Settings settings;
  settings.rate = rate;
  Adam optimizer(net.parameters(), settings);
  std::vector<float> losses;
  for (int step = 0; step < steps; ++step) {
    const Tensor loss = mse_loss(net.forward(x), target);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
    optimizer.zero_grad();
  }
  return losses;
}
// END SOLUTION train_regression
