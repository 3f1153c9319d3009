static float gradient_of_step(const LargeModel& model, const Rows& data, std::int64_t first,
                              const LargeSettings& settings) {
  show(model, data, first, settings);
  const Tensor loss = mean_loss(model, data, first, settings.batch, 0);
  loss.backward();
  return loss.item();
}
