struct AdamWStep {
  AdamWSettings settings;
  float mean_correction, var_correction;  ///< 1 - beta^t
};

__global__ void adamw_kernel(float* master, float* mean, float* var, const float* gradient, std::int64_t count,
                             AdamWStep step) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const AdamWSettings& s = step.settings;
  const float g = gradient[i];
  const float m = mean[i] = s.beta1 * mean[i] + (1 - s.beta1) * g;
  const float v = var[i] = s.beta2 * var[i] + (1 - s.beta2) * g * g;
  const float change = m / (sqrtf(v) + s.epsilon);
  master[i] -= s.rate * (change + s.decay * master[i]);
}

MasterAdamW::MasterAdamW(std::vector<Tensor> parameters, DType low, AdamWSettings settings)
    : parameters_(std::move(parameters)), settings_(settings) {
  const NoGrad no_grad;
  for (Tensor& parameter : parameters_) {
    masters_.push_back(parameter.detach().clone());
    mean_.push_back(Tensor::zeros(parameter.shape(), DType::f32, parameter.place()));
    var_.push_back(Tensor::zeros(parameter.shape(), DType::f32, parameter.place()));
    parameter.set_data(parameter.detach().to(low).clone());
  }
}

void MasterAdamW::step(const std::vector<Tensor>& gradients) {
  const NoGrad no_grad;
  ++steps_;
  const auto correction = [&](float beta) { return static_cast<float>(1 - std::pow(double{beta}, steps_)); };
  const AdamWStep step{settings_, correction(settings_.beta1), correction(settings_.beta2)};
  constexpr int threads = 256;
  for (std::size_t i = 0; i < masters_.size(); ++i) {
    const std::int64_t count = masters_[i].numel();
    adamw_kernel<<<static_cast<unsigned>((count + threads - 1) / threads), threads>>>(
        masters_[i].data<float>(), mean_[i].data<float>(), var_[i].data<float>(), gradients[i].data<float>(),
        count, step);
    check(cudaGetLastError());
    parameters_[i].copy_from(masters_[i]);
  }
}
