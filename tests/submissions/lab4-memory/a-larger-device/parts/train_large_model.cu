LargeLog train_large_model(LargeModel& model, const Rows& training, const Rows& validation,
                           const LargeSettings& settings) {
  const Rows data = on_device(training), unseen = on_device(validation);
  SGD optimizer(model.parameters(), settings.rate, settings.momentum);
  set_memory_limit(0);
  LargeLog log;
  for (int step = 0; step < settings.steps; ++step) {
    log.losses.push_back(gradient_of_step(model, data, std::int64_t{step} * settings.batch, settings));
    log.norms.push_back(gradient_norm(model.parameters()));
    optimizer.step();
    optimizer.zero_grad();
    if ((step + 1) % settings.validate_every == 0) log.validation.push_back(validation_loss(model, unseen));
    if (settings.after_step) settings.after_step(step);
    set_memory_limit(0);
  }
  reset_peak();
  return log;
}
