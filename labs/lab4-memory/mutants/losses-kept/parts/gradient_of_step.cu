/// The mean loss of rows [first, first + batch), its gradient in the parameters.
static Tensor gradient_of_step(const LargeModel& model, const Rows& data, std::int64_t first,
                              const LargeSettings& settings) {
  Tensor loss;
  for (int row = 0; row < settings.batch; row += settings.micro_batch) {
    const int count = std::min(settings.micro_batch, settings.batch - row);
    const float share = static_cast<float>(count) / static_cast<float>(settings.batch);
    const Tensor part = mean_loss(model, data, first + row, count, settings.every_n) * share;
    part.backward();
    loss = loss.defined() ? loss + part : part;
  }
  return loss;
}
