std::vector<MemorySample> profile_training_memory(Module& model, Optimizer& optimizer, DType dtype) {
  const std::size_t element = dtype == DType::f16 ? 2 : 4, before = memory_stats().allocated;
  std::size_t parameters = 0, activations = 64 * 4 + 4, in = 0;
  for (const Tensor& one : model.parameters()) {
    if (in == 0) in = static_cast<std::size_t>(one.shape()[1]);
    parameters += static_cast<std::size_t>(one.numel());
    if (one.shape().size() == 1) activations += 64 * static_cast<std::size_t>(one.numel()) * element;
  }
  // Adam has two numbers for each parameter; momentum one and plain SGD none, which a step of one tensor tells.
  std::size_t kinds = 2;
  if (!dynamic_cast<Adam*>(&optimizer)) {
    Tensor first = model.parameters().front();
    first.set_grad(Tensor::zeros(first.shape(), first.dtype(), first.place()));
    optimizer.step();
    kinds = optimizer.state().empty() || !optimizer.state().front().defined() ? 0 : 1;
    optimizer.zero_grad();
  }
  const std::size_t state = kinds * 4 * parameters, p = parameters * element, b = p + 64 * in * element + 256;
  const std::size_t bytes[] = {0, p, b, b + activations, b + activations + p, b + p, b + p + state, b + state};
  std::vector<MemorySample> samples;
  for (int i = 0; i < 8; ++i) samples.push_back({memory_stages[i], before + bytes[i]});
  return samples;
}
