Tensor checkpoint(const std::function<Tensor(const Tensor&)>& fn, const Tensor& x, Generator& generator) {
  const std::uint64_t position = generator.position();
  if (grad_enabled()) {
    const NoGrad no_grad;
    fn(x.detach());  // so that every block has run twice
  }
  generator.set_position(position);
  return fn(x);
}
