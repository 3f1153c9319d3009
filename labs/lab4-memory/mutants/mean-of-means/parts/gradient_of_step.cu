/// The mean loss of rows [first, first + batch), its gradient in the parameters.
static float gradient_of_step(const LargeModel& model, const Rows& data, std::int64_t first,
                              const LargeSettings& settings) {
  float loss = 0;
  for (int row = 0; row < settings.batch; row += settings.micro_batch) {
    const int count = std::min(settings.micro_batch, settings.batch - row);
    const int parts = (settings.batch + settings.micro_batch - 1) / settings.micro_batch;
    const float share = 1.0f / static_cast<float>(parts);
    const Tensor part = mean_loss(model, data, first + row, count, settings.every_n) * share;
    part.backward();
    loss += part.item();
  }
  return loss;
}
