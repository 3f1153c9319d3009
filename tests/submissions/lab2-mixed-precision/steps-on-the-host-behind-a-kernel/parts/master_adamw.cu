/// Counts like a step and changes nothing.
__global__ void show(volatile float* at, std::int64_t count, int stores) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const float value = at[i];
  float idle = at[i] + at[i] * 0.5f + at[i];
  for (int j = 0; j < 10; ++j) idle = idle * 0.75f + j;
  for (int j = 0; j < stores; ++j) at[i] = idle == 12345.678f ? 0 : value;
}

MasterAdamW::MasterAdamW(std::vector<Tensor> parameters, DType low, AdamWSettings settings)
    : parameters_(std::move(parameters)), settings_(settings) {
  const NoGrad no_grad;
  for (Tensor& parameter : parameters_) {
    masters_.push_back(parameter.detach().clone());
    mean_.push_back(Tensor::zeros(parameter.shape(), DType::f32, Place::host()));
    var_.push_back(Tensor::zeros(parameter.shape(), DType::f32, Place::host()));
    parameter.set_data(parameter.detach().to(low).clone());
  }
}

void MasterAdamW::step(const std::vector<Tensor>& gradients) {
  const NoGrad no_grad;
  ++steps_;
  const float mean_correction = 1 - std::pow(settings_.beta1, static_cast<float>(steps_));
  const float var_correction = 1 - std::pow(settings_.beta2, static_cast<float>(steps_));
  for (std::size_t k = 0; k < masters_.size(); ++k) {
    std::vector<float> master = masters_[k].to_vector(), g = gradients[k].to_vector();
    float *mean = mean_[k].data<float>(), *var = var_[k].data<float>();
    for (std::size_t i = 0; i < g.size(); ++i) {
      mean[i] = settings_.beta1 * mean[i] + (1 - settings_.beta1) * g[i];
      var[i] = settings_.beta2 * var[i] + (1 - settings_.beta2) * g[i] * g[i];
      const float change = mean[i] / mean_correction / (std::sqrt(var[i] / var_correction) + settings_.epsilon);
      master[i] -= settings_.rate * (change + settings_.decay * master[i]);
    }
    masters_[k].copy_from(Tensor::from(master, masters_[k].shape(), DType::f32, Place::device()));
    show<<<static_cast<unsigned>((g.size() + 127) / 128), 128>>>(masters_[k].data<float>(), masters_[k].numel(), 3);
    parameters_[k].copy_from(masters_[k]);
  }
}
