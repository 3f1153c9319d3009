float clip_gradients(std::vector<Tensor>& gradients, float limit) {
  const NoGrad no_grad;
  std::vector<std::vector<float>> all;
  double squares = 0;
  for (const Tensor& gradient : gradients) {
    all.push_back(gradient.to_vector());
    for (const float x : all.back()) squares += double{x} * x;
  }
  const float norm = static_cast<float>(std::sqrt(squares));
  if (!(norm > limit)) return norm;
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    for (float& x : all[i]) x *= limit / norm;
    gradients[i].copy_from(Tensor::from(all[i], gradients[i].shape(), DType::f32, Place::device()));
  }
  return norm;
}
