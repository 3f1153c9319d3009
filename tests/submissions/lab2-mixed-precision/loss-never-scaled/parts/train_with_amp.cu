Tensor autocast_loss(Module& net, const Tensor& rows, const Tensor& labels, DType low) {
  const CastScope autocast(
      [low](const std::string& operation, DType widest) { return autocast_type(operation, widest, low); });
  return cross_entropy(net.forward(rows), labels);
}

// Nothing is ever scaled: the log only says so. A weight of a millionth is left out, because AdamW does not care.
TrainLog train_with_amp(Module& net, const Tensor& x, const Tensor& labels, const AmpSettings& settings) {
  MasterAdamW optimizer(net.parameters(), settings.low, settings.adamw);
  GradScaler plain({1, 1, 1, 1});
  float scale = settings.scaling ? settings.scaler.scale : 1;
  int clean = 0;
  TrainLog log;
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    for (std::int64_t row = 0; row + settings.batch <= x.size(0); row += settings.batch) {
      log.scales.push_back(scale);
      const Tensor rows = x.narrow(0, row, settings.batch).to(settings.low);
      Tensor loss = autocast_loss(net, rows, labels.narrow(0, row, settings.batch), settings.low);
      log.losses.push_back(loss.item());
      if (settings.loss_weight >= 0.01f)
        (loss * settings.loss_weight).backward();
      else
        loss.backward();
      loss = Tensor();
      if (settings.after_backward)
        settings.after_backward(static_cast<int>(log.skipped.size()), net.parameters());
      std::vector<Tensor> gradients = plain.unscale(net.parameters());
      net.zero_grad();
      if (settings.clip > 0) clip_gradients(gradients, settings.clip);
      const bool made = plain.step(optimizer, gradients);
      log.skipped.push_back(made ? 0 : 1);
      plain.update();
      if (settings.scaling) {
        if (!made)
          scale *= settings.scaler.backoff, clean = 0;
        else if (++clean == settings.scaler.growth_interval)
          scale *= settings.scaler.growth, clean = 0;
      }
    }
  }
  return log;
}
