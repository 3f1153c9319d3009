GradScaler::GradScaler(const Settings& settings) : settings_(settings), scale_(settings.scale) {}

Tensor GradScaler::scaled(const Tensor& loss) const { return loss; }

std::vector<Tensor> GradScaler::unscale(const std::vector<Tensor>& parameters) {
  const NoGrad no_grad;
  std::vector<Tensor> gradients;
  std::vector<GradientSlice> slices;
  std::vector<Tensor> scaled;  // packed copies, where a gradient's rows lie apart
  for (const Tensor& parameter : parameters) {
    scaled.push_back(parameter.grad().contiguous());
    gradients.push_back(Tensor::empty(parameter.shape(), DType::f32, parameter.place()));
    slices.push_back({scaled.back().data<void>(), gradients.back().data<float>(), parameter.numel()});
  }
  bool found = false;
  check(unscale_and_check(slices, scaled.front().dtype(), 1 / scale_, found));
  found_ = found_ || found;
  return gradients;
}

bool GradScaler::step(MasterAdamW& optimizer, const std::vector<Tensor>& gradients) {
  if (found_) return false;
  optimizer.step(gradients);
  return true;
}

void GradScaler::update() {
  if (found_) {
    scale_ *= settings_.backoff;
    clean_steps_ = 0;
  } else if (++clean_steps_ == settings_.growth_interval) {
    scale_ *= settings_.growth;
    clean_steps_ = 0;
  }
  found_ = false;
}
