std::vector<MemorySample> profile_training_memory(Module& model, Optimizer& optimizer, DType dtype) {
  std::vector<MemorySample> samples;
  const auto sample = [&](const char* stage) {
    note_stage(stage);
    samples.push_back({stage, memory_stats().allocated});
  };
  sample("start");

  model.to(dtype);
  model.to(Place::device());
  sample("parameters");

  Generator generator(1);
  const std::int64_t in = model.parameters().front().size(1);
  const Tensor images = Tensor::randn({profiled_batch, in}, generator, dtype, Place::device());
  const Tensor labels = Tensor::labels(std::vector<std::int32_t>(profiled_batch, 0), Place::device());
  sample("batch");

  // No handle on the logits: it would keep them, and the graph behind them, when the loss is gone.
  Tensor loss = cross_entropy(model.forward(images), labels);
  sample("forward");
  sample("backward");
  loss.backward();
  loss = Tensor();
  sample("graph released");

  optimizer.step();
  sample("step");
  optimizer.zero_grad();
  sample("gradients cleared");
  return samples;
}
