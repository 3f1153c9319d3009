static float gradient_of_step(const LargeModel& model, const Rows& data, std::int64_t first,
                              const LargeSettings& settings) {
  float loss = 0;
  for (int row = 0; row < settings.batch; row += settings.micro_batch) {
    const int count = std::min(settings.micro_batch, settings.batch - row);
    const float share = static_cast<float>(count) / static_cast<float>(settings.batch);
    const Tensor part = mean_loss(model, data, first + row, count, settings.every_n) * share;
    part.backward();
    loss += part.item();
    pad() = Tensor();
  }
  return loss;
}
