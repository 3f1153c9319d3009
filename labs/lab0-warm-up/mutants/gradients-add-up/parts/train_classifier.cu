std::vector<float> train_classifier(Module& net, const Tensor& x, const Tensor& labels, int steps,
                                    float rate) {
  Adam::Settings settings;
  settings.rate = rate;
  Adam optimizer(net.parameters(), settings);
  std::vector<float> losses;
  for (int step = 0; step < steps; ++step) {
    const Tensor loss = cross_entropy(net.forward(x), labels);
    losses.push_back(loss.item());
    loss.backward();
    optimizer.step();
  }
  return losses;
}
