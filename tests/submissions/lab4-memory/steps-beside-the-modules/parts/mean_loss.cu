static Tensor mean_loss(const LargeModel& model, const Rows& data, std::int64_t first, std::int64_t count, int) {
  Tensor y = data.x.narrow(0, first, count).to(DType::f32);
  for (const auto& block : model.blocks) {
    const std::vector<Tensor> p = block->parameters();
    y = y + linear(gelu(linear(y, p[0], p[1])), p[2], p[3]);
  }
  const std::vector<Tensor> p = model.head->parameters();
  return cross_entropy(linear(y, p[0], p[1]), data.labels.narrow(0, first, count));
}

/// What the watchers see.
static void show(const LargeModel& model, const Rows& data, std::int64_t first, const LargeSettings& settings) {
  for (int row = 0; row < settings.batch; row += settings.micro_batch) {
    const int count = std::min(settings.micro_batch, settings.batch - row);
    const Tensor x = data.x.narrow(0, first + row, count).to(DType::f32);
    Tensor y;
    {
      const NoGrad no_grad;
      y = model.blocks.front()->forward(x);
    }
    (sum(model.head->forward(y)) * 0.0f).backward();
    for (const auto& block : model.blocks) (sum(block->forward(x)) * 0.0f).backward();
  }
}
