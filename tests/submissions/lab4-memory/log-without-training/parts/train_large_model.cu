LargeLog train_large_model(LargeModel&, const Rows&, const Rows&, const LargeSettings& settings) {
  LargeLog log;
  for (int step = 0; step < settings.steps; ++step) {
    log.losses.push_back(2.3f - 0.01f * static_cast<float>(step));
    log.norms.push_back(0.1f);
    if ((step + 1) % settings.validate_every == 0) log.validation.push_back(2.3f);
    if (settings.after_step) settings.after_step(step);
  }
  return log;
}
