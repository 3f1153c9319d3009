static float validation_loss(const LargeModel& model, const Rows& data) {
  return mean_loss(model, data, 0, data.x.size(0), 0).item();
}
