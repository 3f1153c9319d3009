float clip_gradients(std::vector<Tensor>& gradients, float limit) {
  const NoGrad no_grad;
  double squares = 0;
  for (const Tensor& gradient : gradients) squares += sum(gradient * gradient).item();
  const float norm = static_cast<float>(std::sqrt(squares));
  for (Tensor& gradient : gradients) {
    const float own = std::sqrt(sum(gradient * gradient).item());
    if (own > limit) gradient *= limit / own;
  }
  return norm;
}
