/// The mean loss of rows [first, first + batch), its gradient in the parameters.
static float gradient_of_step(const LargeModel& model, const Rows& data, std::int64_t first,
                              const LargeSettings& settings) {
  float loss = 0;
  for (int row = 0; row < settings.batch; row += settings.batch) {
    const int count = settings.batch;
    const float share = static_cast<float>(count) / static_cast<float>(settings.batch);
    const Tensor part = mean_loss(model, data, first + row, count, settings.every_n) * share;
    part.backward();
    loss += part.item();
  }
  return loss;
}
