// Losses and optimizers.
#include "labkit/tensor/elements.cuh"
#include "labkit/tensor/kernels.h"

namespace gridmark::tensor::kernels {

Tensor squared_difference(const Tensor& a, const Tensor& b, float factor) {
  const Tensor left = a.to(DType::f32), right = b.to(DType::f32);
  const Tensor difference = add(left, right, -1);
  return sum(multiply(difference, difference), factor);
}

Tensor difference_times(const Tensor& a, const Tensor& b, const Tensor& scalar, float factor) {
  const Tensor a_rows = a.contiguous(), b_rows = b.contiguous();
  const Tensor result = Tensor::empty(a.shape(), a.dtype(), a.device());
  const Elements left(a_rows), right(b_rows), out(result);
  const float* value = scalar.data<float>();
  for_each("mse_loss's gradient", a.device(), a.numel(), [=] __host__ __device__(std::int64_t i) {
    out.set(i, (left.get(i) - right.get(i)) * *value * factor);
  });
  return result;
}

Tensor log_sum_exp(const Tensor& logits) {
  const Tensor rows = logits.contiguous();
  const std::int64_t classes = logits.size(1);
  const Tensor result = Tensor::empty({logits.size(0)}, DType::f32, logits.device());
  const Elements in(rows), out(result);
  for_each("cross_entropy", logits.device(), logits.size(0), [=] __host__ __device__(std::int64_t row) {
    float greatest = in.get(row * classes);
    for (std::int64_t c = 1; c < classes; ++c) greatest = fmaxf(greatest, in.get(row * classes + c));
    float sum = 0;
    for (std::int64_t c = 0; c < classes; ++c) sum += expf(in.get(row * classes + c) - greatest);
    out.set(row, greatest + logf(sum));
  });
  return result;
}

Tensor row_losses(const Tensor& logits, const Tensor& labels, const Tensor& lse) {
  const Tensor rows = logits.contiguous(), label_rows = labels.contiguous();
  const std::int64_t classes = logits.size(1);
  const Tensor result = Tensor::empty({logits.size(0)}, DType::f32, logits.device());
  const Elements in(rows), from(lse), out(result);
  const std::int32_t* label = label_rows.data<std::int32_t>();
  for_each("cross_entropy", logits.device(), logits.size(0), [=] __host__ __device__(std::int64_t row) {
    const bool known = label[row] >= 0 && label[row] < classes;
    out.set(row, known ? from.get(row) - in.get(row * classes + label[row]) : nanf(""));
  });
  return result;
}

Tensor row_gradients(const Tensor& logits, const Tensor& labels, const Tensor& lse, const Tensor& scalar,
                     float factor) {
  const Tensor rows = logits.contiguous(), label_rows = labels.contiguous();
  const std::int64_t classes = logits.size(1);
  const Tensor result = Tensor::empty(logits.shape(), logits.dtype(), logits.device());
  const Elements in(rows), from(lse), out(result);
  const std::int32_t* label = label_rows.data<std::int32_t>();
  const float* value = scalar.data<float>();
  for_each("cross_entropy's gradient", logits.device(), logits.numel(), [=] __host__ __device__(std::int64_t i) {
    const std::int64_t row = quotient(i, classes);
    const float probability = expf(in.get(i) - from.get(row));
    out.set(i, (probability - (i - row * classes == label[row] ? 1.0f : 0.0f)) * *value * factor);
  });
  return result;
}

void sgd(Tensor& parameter, const Tensor& grad, Tensor& velocity, float rate, float momentum) {
  const Tensor grad_rows = grad.contiguous();
  const bool moving = velocity.defined();
  const Elements out(parameter), from(grad_rows), state(moving ? velocity : grad_rows);
  for_each("SGD", parameter.device(), parameter.numel(), [=] __host__ __device__(std::int64_t i) {
    float speed = from.get(i);
    if (moving) {
      speed += momentum * state.get(i);
      state.set(i, speed);
    }
    out.set(i, out.get(i) - rate * speed);
  });
  parameter.bump_version();
  if (moving) velocity.bump_version();
}

void adam(Tensor& parameter, const Tensor& grad, Tensor& first, Tensor& second, const AdamStep& step) {
  const Tensor grad_rows = grad.contiguous();
  const Elements out(parameter), from(grad_rows), mean(first), square(second);
  for_each("Adam", parameter.device(), parameter.numel(), [=] __host__ __device__(std::int64_t i) {
    const float g = from.get(i);
    const float m = step.beta1 * mean.get(i) + (1 - step.beta1) * g;
    const float v = step.beta2 * square.get(i) + (1 - step.beta2) * g * g;
    mean.set(i, m);
    square.set(i, v);
    const float decayed = out.get(i) * (1 - step.rate * step.decay);
    out.set(i, decayed - step.rate * (m / step.correction1) / (sqrtf(v / step.correction2) + step.epsilon));
  });
  parameter.bump_version();
  first.bump_version();
  second.bump_version();
}

}  // namespace gridmark::tensor::kernels
