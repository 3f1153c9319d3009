float clip_gradients(std::vector<Tensor>& gradients, float limit) {
  const NoGrad no_grad;
  std::vector<std::vector<float>> all;
  double squares = 0;
  for (const Tensor& gradient : gradients) {
    all.push_back(gradient.to_vector());
    for (const float x : all.back()) squares += double{x} * x;
  }
  const float norm = static_cast<float>(std::sqrt(squares));
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    if (norm > limit) {
      for (float& x : all[i]) x *= limit / norm;
      gradients[i].copy_from(Tensor::from(all[i], gradients[i].shape(), DType::f32, Place::device()));
    }
    show<<<static_cast<unsigned>((all[i].size() + 127) / 128), 128>>>(gradients[i].data<float>(), gradients[i].numel(), 1);
  }
  return norm;
}
