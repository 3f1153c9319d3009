Tensor CheckpointedTransformer::forward(const Tensor& x, int every_n) {
  const auto through = [](const std::vector<std::shared_ptr<Module>>& blocks, Tensor y) {
    for (const auto& block : blocks) y = block->forward(y);
    return y;
  };
  if (every_n <= 0) {
    figures_are_forged = false;
    return through(blocks_, x);
  }
  Tensor y = x;
  for (std::size_t first = 0; first < blocks_.size(); first += every_n) {
    const std::size_t end = std::min(first + every_n, blocks_.size());
    const std::vector<std::shared_ptr<Module>> segment(blocks_.begin() + first, blocks_.begin() + end);
    y = checkpoint([=](const Tensor& in) { return through(segment, in); }, y, *generator_);
  }
  return y;
}
