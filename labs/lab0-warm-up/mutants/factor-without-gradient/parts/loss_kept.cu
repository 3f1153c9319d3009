Tensor loss_kept(const Tensor& x, float factor) {
  const Tensor y = sigmoid(x);
  return sum(y + y.detach() * (factor - 1));
}
