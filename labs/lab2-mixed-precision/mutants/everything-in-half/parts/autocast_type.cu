DType autocast_type(const std::string& operation, DType widest, DType low) {
  const auto is_one_of = [&](const std::set<std::string>& names) { return names.count(operation) > 0; };
  if (is_one_of({"matmul", "linear", "conv2d"})) return low;
  if (is_one_of({"softmax", "layer_norm", "sum", "mean", "cross_entropy", "mse_loss"})) return DType::f32;
  return low;
}
