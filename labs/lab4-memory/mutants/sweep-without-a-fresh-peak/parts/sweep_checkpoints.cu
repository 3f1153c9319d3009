std::vector<std::size_t> sweep_checkpoints(CheckpointedTransformer& net, const Tensor& x,
                                           const std::vector<int>& every_n) {
  Tensor input = x;
  const auto release = [&] {
    net.zero_grad();
    input.zero_grad();
  };
  std::vector<std::size_t> peaks;
  for (const int n : every_n) {
    release();
    const std::size_t before = memory_stats(x.place()).allocated;
    sum(net.forward(x, n)).backward();
    peaks.push_back(memory_stats(x.place()).peak - before);
  }
  release();
  return peaks;
}
