#pragma once
// Runs single parts of amp_training.cu: a part of adaptor.cu.
#include <optional>

#include "labs/lab2-mixed-precision/include/amp_training.h"
#include "labs/lab2-mixed-precision/tensor_values.cuh"

namespace gridmark::lab2 {

GRIDMARK_OPERATION(AskPolicy, op) {
  const auto questions = op.questions.values();
  return graded([&] {
    for (std::size_t i = 0; i < op.answers.size(); ++i) {
      const auto at = [&](std::size_t part) { return questions[3 * i + part]; };
      const DType answer =
          autocast_type(std::string(operations[static_cast<std::size_t>(at(0))]),
                        dtype_of(static_cast<Type>(at(1))), dtype_of(static_cast<Type>(at(2))));
      op.answers.writable()[i] = -1;
      for (const Type type : {Type::f32, Type::f16, Type::bf16})
        if (answer == dtype_of(type)) op.answers.writable()[i] = static_cast<int>(type);
    }
    return cudaSuccess;
  });
}

GRIDMARK_OPERATION(Unscale, op) {
  const EmptyCache at_the_end;
  const std::vector<Tensor> scaled = parts_of(op.scaled.data(), op.sizes, dtype_of(op.type));
  std::vector<Tensor> unscaled;
  std::vector<GradientSlice> slices;
  for (const Tensor& one : scaled) {
    unscaled.push_back(Tensor::full(one.shape(), NAN, DType::f32, Device::cuda()));
    slices.push_back({one.data<void>(), unscaled.back().data<float>(), one.numel()});
  }
  bool found = false;
  const Status status =
      graded([&] { return unscale_and_check(slices, dtype_of(op.type), op.inverse_scale, found); });
  op.found.writable()[0] = found ? 1 : 0;
  put(unscaled, op.sizes, op.unscaled);
  return status;
}

GRIDMARK_OPERATION(TakeSteps, op) {
  const EmptyCache at_the_end;
  std::vector<Tensor> parameters = parts_of(op.parameters.data(), op.sizes, DType::f32);
  for (Tensor& parameter : parameters) parameter.set_requires_grad();
  std::vector<std::vector<Tensor>> gradients;
  const std::size_t elements = op.parameters.size();
  for (int step = 0; step < op.steps; ++step)
    gradients.push_back(
        parts_of(op.gradients.data() + static_cast<std::size_t>(step) * elements, op.sizes, DType::f32));
  AdamWSettings settings;
  settings.rate = op.rate, settings.decay = op.decay;
  settings.beta1 = op.beta1, settings.beta2 = op.beta2, settings.epsilon = op.epsilon;
  std::optional<MasterAdamW> optimizer;
  const Status status = graded([&] {
    optimizer.emplace(parameters, dtype_of(op.low), settings);
    for (const auto& of_step : gradients) optimizer->step(of_step);
    return cudaSuccess;
  });
  if (!optimizer) return status;
  put(optimizer->masters(), op.sizes, op.masters);
  put(parameters, op.sizes, op.rounded);
  op.facts.writable()[0] = optimizer->steps();
  op.facts.writable()[1] = 1;
  for (const Tensor& parameter : parameters)
    if (parameter.dtype() != dtype_of(op.low)) op.facts.writable()[1] = 0;
  return status;
}

/// The value of DriveScaler's gradients before the scale. It is exact in f16 with every scale that is used.
inline constexpr float drive_gradient = 0.25f;

GRIDMARK_OPERATION(DriveScaler, op) {
  const EmptyCache at_the_end;
  constexpr std::int64_t size = 40;
  std::vector<Tensor> parameters;
  for (int i = 0; i < 3; ++i)
    parameters.push_back(Tensor::full({size}, 1, DType::f32, Device::cuda()).set_requires_grad());
  const float infinite[] = {0, INFINITY, -INFINITY, NAN};
  return graded([&] {
    MasterAdamW optimizer(parameters, DType::f16);
    GradScaler scaler(GradScaler::Settings{op.scale, op.growth, op.backoff, op.interval});
    for (std::size_t step = 0; step < op.seen.size(); ++step) {
      SeenStep seen{};
      seen.scaled_one = scaler.scaled(Tensor::full({}, 1, DType::f32, Device::cuda())).item();
      for (Tensor& one : parameters)
        one.set_grad(Tensor::full({size}, drive_gradient * scaler.scale(), DType::f16, Device::cuda()));
      if (const int kind = op.infinite.values()[step]; kind != 0)
        parameters.back().grad().narrow(0, size - 1, 1).fill(infinite[kind]);
      const std::vector<Tensor> gradients = scaler.unscale(parameters);
      if (!gradients.empty() && gradients.front().defined()) seen.unscaled = gradients.front().to_vector().front();
      seen.found = scaler.found_infinite() ? 1 : 0;
      seen.made = scaler.step(optimizer, gradients) ? 1 : 0;
      scaler.update();
      seen.parameter = parameters.front().to_vector().front();
      seen.scale = scaler.scale();
      seen.clean_steps = scaler.clean_steps();
      seen.optimizer_steps = optimizer.steps();
      op.seen.writable()[step] = seen;
    }
    return cudaSuccess;
  });
}

GRIDMARK_OPERATION(Clip, op) {
  const EmptyCache at_the_end;
  std::vector<Tensor> gradients = parts_of(op.gradients.data(), op.sizes, DType::f32);
  const Status status = graded([&] {
    op.norm.writable()[0] = clip_gradients(gradients, op.limit);
    return cudaSuccess;
  });
  put(gradients, op.sizes, op.clipped);
  return status;
}

}  // namespace gridmark::lab2
